"""Śmierć Jaśniepanu! (Kill the Overlord): 4 to 8 players throw an Execution Order at each other and climb to the
throne."""
