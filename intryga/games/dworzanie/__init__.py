"""Dworzanie (Courtisans): 2 to 5 players, three cards a turn: to the queen's table, to oneself, to an opponent."""
