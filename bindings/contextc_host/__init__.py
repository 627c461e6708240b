"""What needs a machine: files, the store, the command line and the servers around the pure core."""
