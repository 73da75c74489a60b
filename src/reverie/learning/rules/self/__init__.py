"""Rules for who somebody is: what they are, have, do and know, and the people around them."""
