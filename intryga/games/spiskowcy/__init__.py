"""Spiskowcy (Koryŏ): 2 to 4 players, eight rounds of laying cards face down and fighting for majorities."""
