"""How far estimates are from the truth: texts, exact tokenizers, the fit and its table."""
