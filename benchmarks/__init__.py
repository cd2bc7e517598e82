"""How fast voxpop is and how much it finds, beside other tools on the same pages."""
