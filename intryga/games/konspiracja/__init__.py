"""Konspiracja: Uniwersum Abyss (Conspiracy: Abyss Universe), for 2 to 4 players."""
