class_name DemoBot
extends Node3D
## A bot that collects what it needs and hunts the others. It is the true player; its ghost is
## what another machine shows.

## It shot at somebody.
signal shot(from: Vector3, to: Vector3)

const SPEED: float = 6.0
const ACCELERATION: float = 24.0
const SHOT_RANGE: float = 9.0

var color: Color = Color.ORANGE
var health: float = 100.0
var ammunition: int = 3
var velocity: Vector3 = Vector3.ZERO
var path: PackedVector3Array = []
var goal: Node3D
var wait: float = 0.0
var random: RandomNumberGenerator = RandomNumberGenerator.new()
var world: AntWorld
var sender: AntSender3D
var life: MeshInstance3D


func _ready() -> void:
	add_child(DemoLooks.player(color))
	life = bar(Color(0.45, 0.95, 0.5))
	add_child(life)
	sender = AntSender3D.new()
	sender.name = "Sender"
	add_child(sender)


func think(items: Array[DemoItem], bots: Array[DemoBot], delta: float) -> void:
	wait -= delta
	for item: DemoItem in items:
		if item.available and item.position.distance_to(position) < 1.0:
			item.take()
			if item.layer == &"health":
				health = 100.0
			else:
				ammunition += 3
			goal = null
	for bot: DemoBot in bots:
		if bot != self and ammunition > 0 and wait <= 0.0 and sees(bot):
			ammunition -= 1
			wait = 0.8
			shot.emit(position + Vector3.UP * 1.2, bot.position + Vector3.UP)
			bot.hit(self)
	if goal == null or path.is_empty() or (goal is DemoItem and not (goal as DemoItem).available):
		choose(items, bots)
	walk(delta)
	show_life()


func sees(bot: DemoBot) -> bool:
	if bot.position.distance_to(position) > SHOT_RANGE:
		return false
	return world.walk(position, bot.position).distance_to(bot.position) < 0.3


func hit(_by: DemoBot) -> void:
	health -= 25.0
	# Who is hit changes its mind.
	goal = null
	if health <= 0.0:
		health = 100.0
		ammunition = 3
		velocity = Vector3.ZERO
		position = world.nearest(
			Vector3(random.randf_range(-14, 14), 0, random.randf_range(-14, 14)), 5.0
		)
		sender.teleport()


func choose(items: Array[DemoItem], bots: Array[DemoBot]) -> void:
	var wanted: StringName = &"health" if health < 60.0 else &"weapons"
	var best: float = INF
	for item: DemoItem in items:
		if item.available and (item.layer == wanted or random.randf() < 0.15):
			var distance: float = item.position.distance_to(position) * random.randf_range(0.7, 1.3)
			if distance < best:
				best = distance
				goal = item
	if ammunition > 2 and health > 60.0 and random.randf() < 0.5:
		var other: DemoBot = bots[random.randi() % bots.size()]
		goal = goal if other == self else other
	if goal:
		path = world.find_path(position, goal.position)


func walk(delta: float) -> void:
	while not path.is_empty() and flat(path[0] - position).length() < 0.4:
		path.remove_at(0)
	var wish: Vector3 = Vector3.ZERO
	if not path.is_empty():
		wish = flat(path[0] - position).normalized() * SPEED
	velocity = velocity.move_toward(wish, ACCELERATION * delta)
	var wished: Vector3 = position + velocity * delta
	position = world.walk(position, wished)
	if flat(wished - position).length() > 0.01:
		# Along the wall.
		position = world.nearest(wished, 1.0)
	if velocity.length() > 0.5:
		var facing: float = atan2(-velocity.x, -velocity.z)
		rotation.y = lerp_angle(rotation.y, facing, 1.0 - exp(-12.0 * delta))


## What is left of its health, above its head.
func bar(tint: Color) -> MeshInstance3D:
	var quad: QuadMesh = QuadMesh.new()
	quad.size = Vector2(1.1, 0.13)
	var material: StandardMaterial3D = StandardMaterial3D.new()
	material.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	material.billboard_mode = BaseMaterial3D.BILLBOARD_ENABLED
	material.billboard_keep_scale = true
	material.albedo_color = tint
	return DemoLooks.piece(quad, material, Vector3(0, 2.1, 0))


func show_life() -> void:
	var share: float = clampf(health / 100.0, 0.05, 1.0)
	life.scale.x = share
	(life.material_override as StandardMaterial3D).albedo_color = (Color(0.95, 0.3, 0.25).lerp(
		Color(0.45, 0.95, 0.5), share
	))


func flat(way: Vector3) -> Vector3:
	return Vector3(way.x, 0, way.z)
