"""What an archive gives to others to see and to check: packages of captures, proofs of posts."""
