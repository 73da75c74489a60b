"""The tests, by how close to the outside they come: unit, service, contract, surface, docs, architecture."""
