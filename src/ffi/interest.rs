//! Interest scheme: objects, states, preferences.
