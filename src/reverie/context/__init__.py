"""What a model is given with a message: chosen, laid out within a budget, and answers without a model."""
