"""placeholder, names follow"""
