//! Neuro-reckoning: banks of networks.
