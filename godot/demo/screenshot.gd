extends Node
## Takes pictures of the demo with and without the field, checks that there is something on them,
## and ends.

const SECONDS: float = 9.0

var main: Node3D
var time: int = 0
var passed: int = 0
var failed: int = 0


func _init(demo: Node3D) -> void:
	main = demo


func _ready() -> void:
	AntClock.set_time(0)
	# Bad enough that ghosts and players can be told apart.
	main.hud.latency.value = 150
	main.hud.loss.value = 10
	# Without a graphics card a picture takes long; only the last ones are looked at.
	RenderingServer.render_loop_enabled = false
	take()


## Simulated time: pictures do not depend on how fast the machine is.
func _physics_process(delta: float) -> void:
	time += int(delta * 1e9)
	AntClock.set_time(time)


func take() -> void:
	var early: Image = await picture_at(3.0, "demo_early.png")
	check(colors(early) > 200, "the first picture is not blank")
	var with_field: Image = await picture_at(SECONDS, "demo.png")
	check(colors(with_field) > 200, "the picture is not blank")
	check(difference(early, with_field) > 0.01, "things have moved")
	check(main.mean_error > 0.0 and main.mean_error < 4.0, "error %.2f m" % main.mean_error)
	var shown: Image = await picture("demo_now.png")
	main.show_only(true, false)
	var without: Image = await picture_at(time * 1e-9 + 0.05, "demo_without_field.png")
	check(difference(shown, without) > 0.05, "the field can be seen")
	main.show_only(false, false)
	var bare: Image = await picture_at(time * 1e-9 + 0.05, "demo_ghosts_alone.png")
	check(difference(without, bare) > 0.001, "players can be hidden")
	print("%d passed, %d failed" % [passed, failed])
	get_tree().quit(0 if failed == 0 else 1)


func picture_at(seconds: float, file: String) -> Image:
	while time < seconds * 1e9:
		await get_tree().physics_frame
	return await picture(file)


func picture(file: String) -> Image:
	RenderingServer.render_loop_enabled = true
	await get_tree().process_frame
	await RenderingServer.frame_post_draw
	RenderingServer.render_loop_enabled = false
	var image: Image = get_viewport().get_texture().get_image()
	image.save_png("res://" + file)
	return image


func colors(image: Image) -> int:
	var seen: Dictionary[Color, bool] = {}
	for x: int in range(0, image.get_width(), 8):
		for y: int in range(0, image.get_height(), 8):
			seen[image.get_pixel(x, y)] = true
	return seen.size()


## Share of the pixels that differ visibly.
func difference(a: Image, b: Image) -> float:
	var differ: int = 0
	var all: int = 0
	for x: int in range(320, a.get_width(), 6):
		for y: int in range(0, a.get_height(), 6):
			var one: Color = a.get_pixel(x, y)
			var other: Color = b.get_pixel(x, y)
			all += 1
			if absf(one.r - other.r) + absf(one.g - other.g) + absf(one.b - other.b) > 0.06:
				differ += 1
	return differ / float(all)


func check(good: bool, what: String) -> void:
	if good:
		passed += 1
	else:
		failed += 1
		print("not true: %s" % what)
