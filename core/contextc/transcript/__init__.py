"""Any session -> turns -> segments -> fragments."""
