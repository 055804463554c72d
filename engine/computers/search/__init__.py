"""The search of the hard computer: candidate moves, determinized games and fast rollouts."""
