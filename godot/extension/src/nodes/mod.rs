//! What designers put into scenes. The 2D nodes are the 3D ones in other coordinates: what they share is written once.

mod company;
mod doors;
mod ghost;
mod identity;
mod interest;
mod link;
mod links;
mod map;
mod mapping;
mod office;
mod ping;
mod replicator;
mod seat;
mod sender;
mod space_2d;
mod space_3d;
mod world;
