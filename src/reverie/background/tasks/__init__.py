"""What a language model does in the background, a module for each kind of work.

A task is stateless: what is due is read off the store, and what a model answers is checked and goes through the same
doors as what the rules find. ``background.work_runner`` runs them, with leases, retries and a limit.
"""
