//! Training of the learned kinematic model.
