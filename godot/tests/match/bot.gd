extends CharacterBody3D
## A walker that follows the navigation mesh, or somebody who strafes and jumps on the way.

const GRAVITY: float = 14.0
const ACCELERATION: float = 45.0
const STUCK: float = 1.0

var strafes: bool = false
var chance: RandomNumberGenerator = RandomNumberGenerator.new()
var way: PackedVector3Array = []
var side: float = 0.0
var side_left: float = 0.0
var rest_left: float = 0.0
var jump_left: float = 1.0
var stuck: float = 0.0


func _init() -> void:
	var shape: CapsuleShape3D = CapsuleShape3D.new()
	shape.radius = 0.4
	shape.height = 1.8
	var collision: CollisionShape3D = CollisionShape3D.new()
	collision.shape = shape
	collision.position.y = 0.9
	add_child(collision)
	# Bots walk through each other, not through walls.
	collision_layer = 2
	collision_mask = 1


func walk(delta: float) -> void:
	var wish: Vector3 = wanted(delta)
	var flat: Vector3 = Vector3(velocity.x, 0, velocity.z).move_toward(wish, ACCELERATION * delta)
	velocity = Vector3(flat.x, velocity.y - GRAVITY * delta, flat.z)
	jump_left -= delta
	if is_on_floor() and strafes and jump_left < 0.0:
		velocity.y = 5.0
		jump_left = chance.randf_range(0.8, 2.5)
	move_and_slide()
	if flat.length() > 1.0:
		rotation.y = atan2(-flat.x, -flat.z)
	stuck = stuck + delta if wish != Vector3.ZERO and get_real_velocity().length() < 1.0 else 0.0
	if stuck > STUCK:
		way.clear()


## Where it wants to go, as a velocity.
func wanted(delta: float) -> Vector3:
	rest_left -= delta
	if rest_left > 0.0:
		return Vector3.ZERO
	while not way.is_empty() and flat_distance(way[0]) < 0.6:
		way.remove_at(0)
	if way.is_empty():
		find_way()
		return Vector3.ZERO
	var ahead: Vector3 = way[0] - global_position
	ahead = Vector3(ahead.x, 0, ahead.z).normalized()
	if not strafes:
		return ahead * 5.0
	side_left -= delta
	if side_left < 0.0:
		side = [-1.0, 1.0, 1.2, -1.2, 0.0][chance.randi() % 5]
		side_left = chance.randf_range(0.25, 0.8)
	return (ahead + ahead.cross(Vector3.UP) * side).normalized() * 6.0


func flat_distance(place: Vector3) -> float:
	return Vector2(place.x - global_position.x, place.z - global_position.z).length()


func find_way() -> void:
	stuck = 0.0
	if not strafes and chance.randf() < 0.3:
		rest_left = chance.randf_range(0.3, 1.5)
	var map: RID = get_world_3d().navigation_map
	var goal: Vector3 = NavigationServer3D.map_get_random_point(map, 1, true)
	way = NavigationServer3D.map_get_path(map, global_position, goal, true)
