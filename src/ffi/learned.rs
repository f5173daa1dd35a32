//! Learned models: weights, adaptation, the host's own expert.
