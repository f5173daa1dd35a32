//! Strategy models: recording, learning and loading routes.
