//! Levenberg-Marquardt training of the networks of neuro-reckoning.
