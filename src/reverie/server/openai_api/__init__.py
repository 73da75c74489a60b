"""What clients of OpenAI meet: chat completions and responses, with memory."""
