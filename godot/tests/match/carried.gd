extends Node3D
## What a MultiplayerSynchronizer carries of a bot: place, velocity, and the server's tick.

signal came

var synced_position: Vector3
var synced_velocity: Vector3
var synced_time: float
var synchronizer: MultiplayerSynchronizer = MultiplayerSynchronizer.new()


func _init() -> void:
	var config: SceneReplicationConfig = SceneReplicationConfig.new()
	for property: NodePath in [^".:synced_position", ^".:synced_velocity", ^".:synced_time"]:
		config.add_property(property)
	synchronizer.name = "MultiplayerSynchronizer"
	synchronizer.replication_config = config
	synchronizer.synchronized.connect(func() -> void: came.emit())
	add_child(synchronizer)
