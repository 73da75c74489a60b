"""The live chat over a WebSocket."""
