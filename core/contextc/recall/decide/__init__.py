"""Questions about recalled grains -> answers of a decision backend: a host's own model, asked before grains are weighed."""
