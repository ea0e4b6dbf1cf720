"""Śmierć Jaśniepanu! (Kill the Overlord): 4 to 8 players pass an Execution Order around and seek the throne."""
