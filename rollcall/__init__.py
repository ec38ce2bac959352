"""The program: reads pictures, calls the game, talks to people."""
