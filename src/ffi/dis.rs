//! The DIS dead-reckoning algorithms as plain functions.
