"""The small ONNX files the reader uses, their cards, and the code that renders pictures and trains them."""
