"""Small pictures that this project rendered, with what they show in `labels.toml`."""
