//! Who is who: the numbers by which players are known on the network, and the machines that nodes live on.

use antreckon::base::hash::hash_bytes;
use antreckon::base::{Error, Result};
use godot::classes::{Node, SceneMultiplayer};
use godot::global::godot_warn;
use godot::obj::Gd;

/// Numbers made from paths have this bit, so that those that are given by hand never meet them.
const FROM_PATH: u32 = 1 << 30;

/// The machine a node lives on: a process may be several, each with a multiplayer API of its own.
pub(super) fn machine_of(node: &Gd<Node>) -> i64 {
    node.get_multiplayer().map_or(0, |multiplayer| multiplayer.instance_id().to_i64())
}

/// The number of a player on the network: what its node says, else one made from the path of the node above it. By paths Godot itself
/// finds the node of another machine that a call is for.
pub(super) fn player_of(node: &Gd<Node>, network_id: i64) -> Result<u32> {
    if network_id >= 0 {
        let small = u32::try_from(network_id).ok().filter(|id| *id < u32::MAX);
        return small.ok_or_else(|| {
            Error::invalid(format!("{}: network_id is {network_id}, must be 0 to {}", node.get_path(), u32::MAX - 1))
        });
    }
    Ok(hash_bytes(path_of(node).as_bytes()) as u32 & (FROM_PATH - 1) | FROM_PATH)
}

/// Says so if others will not know a player by its path.
pub(super) fn warn_of_names(node: &Gd<Node>, network_id: i64) {
    let path = path_of(node);
    if network_id < 0 && path.contains('@') {
        godot_warn!(
            "antreckon: {path} has a name that Godot made up, which differs between machines. Name the player before add_child \
             (player.name = str(peer_id)), or set network_id"
        );
    }
}

/// Where the player of a node is in the scene, below the root of the multiplayer API.
fn path_of(node: &Gd<Node>) -> String {
    let player = node.get_parent().unwrap_or_else(|| node.clone());
    let path = player.get_path().to_string();
    let scene = node.get_multiplayer().and_then(|multiplayer| multiplayer.try_cast::<SceneMultiplayer>().ok());
    let root = scene.map(|scene| scene.get_root_path().to_string()).unwrap_or_default();
    path.strip_prefix(&root).map_or_else(|| path.clone(), str::to_owned)
}

/// Numbers that are in use, and the nodes that use them.
#[derive(Default)]
pub(super) struct Claims {
    taken: Vec<(u32, String)>,
}

impl Claims {
    /// Two nodes of one machine that have the same number are a mistake.
    pub(super) fn claim(&mut self, player: u32, node: &Gd<Node>) -> Result<()> {
        let path = node.get_path().to_string();
        if let Some((_, other)) = self.taken.iter().find(|(taken, _)| *taken == player) {
            return Err(Error::state(format!(
                "{path} and {other} both are player {player}: leave network_id at -1 under players with different paths, or give \
                 each player a number of its own, the same on every machine"
            )));
        }
        self.taken.push((player, path));
        Ok(())
    }

    pub(super) fn release(&mut self, player: u32) {
        self.taken.retain(|(taken, _)| *taken != player);
    }
}
