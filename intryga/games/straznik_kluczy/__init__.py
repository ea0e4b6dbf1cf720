"""Strażnik Kluczy: the fifth game."""
