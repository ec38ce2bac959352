"""Training of the two networks, from renders and the training part of labelled photographs (extra `train`)."""
