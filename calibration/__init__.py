"""What is known about one table: the profile that makes reading surer."""
