"""Find the speaker and the verb of a quote, in the words next to it and in those farther off."""
