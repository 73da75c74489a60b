"""The extractor of Reverie: ``extractor.onnx`` and ``extractor.json`` lie beside this file."""
