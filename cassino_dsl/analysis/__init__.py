"""What is found out about games: simulations, differences, examples."""
