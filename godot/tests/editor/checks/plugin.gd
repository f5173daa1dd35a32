@tool
extends EditorPlugin
## Looks at the addon from within the editor: warnings, help, properties, reloading. The last line
## is `N passed, M failed`.

const EXTENSION: String = "res://addons/antreckon/antreckon.gdextension"
const LIBRARY: String = "res://addons/antreckon/bin/linux.x86_64/libantreckon_godot.so"
## Longer than all of it takes.
const SECONDS: float = 200.0
const RELOADS: int = 5
## By scene and node: what the warning is about.
const WARNINGS: Dictionary[String, Dictionary] = {
	"res://warned.tscn":
	{
		"AntWorld3D": "no NavigationRegion3D",
		"AntWorld2D": "no NavigationRegion2D",
		"AntGhost3D": "must be a Node3D",
		"AntGhost2D": "must be a Node2D",
		"AntSender3D": "must be a Node3D",
		"AntSender2D": "must be a Node2D",
		"AntReplicator": "no sender beside this node",
	},
	"res://poor.tscn":
	{
		"AntPheromoneMap3D": "pheromones need a level",
		"AntPheromoneMap2D": "pheromones need a level",
	},
	"res://good.tscn": {},
}
## What the inspector is told: class, property, part of the hint.
const HINTS: Array[Array] = [
	["AntGhost3D", "freshness", "0,1,0.01"],
	["AntGhost3D", "profile", "AntProfile"],
	["AntWorld3D", "convergence", "AntConvergence"],
	["AntWorld3D", "run_speed", "suffix:m/s"],
	["AntWorld3D", "cell_size", "0.1,10,0.05,or_greater,suffix:m"],
	["AntWorld3D", "weights_file", "*.weights"],
	["AntWorld2D", "navigation_mesh", "NavigationPolygon"],
	["AntPheromoneMap3D", "steps_per_second", "suffix:Hz"],
	["AntPheromoneMap3D", "layers", "AntLayer"],
	["AntPointOfInterest3D", "strength", "or_less"],
	["AntSendRules", "heartbeat", "suffix:s"],
	["AntSendRules", "angle", "suffix:°"],
	["AntConvergence", "curve", "Hermite"],
	["AntLayer", "evaporation", "0,1,0.001"],
	["AntProfile", "model", "Auto"],
	["AntProfile", "obstacle", "Slide"],
]
const UNDESCRIBED: String = "no description"

var passed: int = 0
var failed: int = 0


func _enter_tree() -> void:
	if "check" in OS.get_cmdline_user_args():
		get_tree().create_timer(SECONDS).timeout.connect(finish.bind(false))
		run.call_deferred()


func run() -> void:
	await frames(30)
	for scene: String in WARNINGS:
		await check_warnings(scene, WARNINGS[scene])
	check_hints()
	for name: String in classes():
		await check_help(name)
	await check_reloads()
	finish(true)


func finish(whole: bool) -> void:
	check(whole, "it comes to an end")
	print("%d passed, %d failed" % [passed, failed])
	get_tree().quit(0 if failed == 0 else 1)


func frames(count: int) -> void:
	for frame: int in count:
		await get_tree().process_frame


func check(condition: bool, what: String) -> void:
	if condition:
		passed += 1
	else:
		failed += 1
		print("not true: %s" % what)


## The classes of the addon.
func classes() -> PackedStringArray:
	var found: PackedStringArray = []
	for name: String in ClassDB.get_class_list():
		if name.begins_with("Ant") and ClassDB.class_get_api_type(name) == ClassDB.API_EXTENSION:
			found.append(name)
	return found


## The warnings that the scene dock shows, by node.
func shown_warnings(item: TreeItem) -> Dictionary[String, String]:
	var found: Dictionary[String, String] = {}
	while item:
		for button: int in item.get_button_count(0):
			var text: String = item.get_button_tooltip_text(0, button)
			if text.contains("configuration warning"):
				found[item.get_text(0)] = text
		found.merge(shown_warnings(item.get_first_child()))
		item = item.get_next()
	return found


func check_warnings(scene: String, expected: Dictionary) -> void:
	EditorInterface.open_scene_from_path(scene)
	await frames(20)
	var base: Control = EditorInterface.get_base_control()
	var dock: Node = base.find_children("*", "SceneTreeEditor", true, false)[0]
	var tree: Tree = dock.find_children("*", "Tree", true, false)[0]
	var shown: Dictionary[String, String] = shown_warnings(tree.get_root())
	check(shown.size() == expected.size(), "%s: warnings of %s" % [scene, shown.keys()])
	for node: String in expected:
		var text: String = shown.get(node, "")
		check(text.contains(expected[node]), "%s: %s: %s" % [scene, node, text])


func check_hints() -> void:
	for hint: Array in HINTS:
		var found: String = ""
		for property: Dictionary in ClassDB.class_get_property_list(hint[0], true):
			if property["name"] == hint[1]:
				found = property["hint_string"]
		check(found.contains(hint[2]), "%s.%s: %s" % [hint[0], hint[1], found])


## All of a class is explained in the editor's help.
func check_help(name: String) -> void:
	var editor: ScriptEditor = EditorInterface.get_script_editor()
	editor.goto_help("class_name:" + name)
	await frames(3)
	var page: String = ""
	for label: Node in editor.find_children("*", "RichTextLabel", true, false):
		var text: String = (label as RichTextLabel).get_parsed_text()
		if text.begins_with("Class:") and text.get_slice("\n", 0).strip_edges().ends_with(name):
			page = text
	check(page.length() > 200, "there is help for %s" % name)
	var lines: PackedStringArray = page.split("\n")
	for number: int in lines.size():
		if lines[number].to_lower().contains(UNDESCRIBED):
			var before: String = lines[number - 1] + lines[number - 2]
			check(false, "%s: described: %s" % [name, before.strip_edges()])


## A library is built anew while a scene is open.
func check_reloads() -> void:
	EditorInterface.open_scene_from_path("res://good.tscn")
	await frames(10)
	var known: int = classes().size()
	for time: int in RELOADS:
		# As a linker does: another file in the place of the old one.
		var copy: String = LIBRARY + ".new"
		DirAccess.copy_absolute(LIBRARY, copy)
		DirAccess.rename_absolute(copy, LIBRARY)
		var status: int = GDExtensionManager.reload_extension(EXTENSION)
		check(status == GDExtensionManager.LOAD_STATUS_OK, "reloaded: %d" % status)
		await frames(10)
		check(classes().size() == known, "%d classes" % classes().size())
		var scene: Node = EditorInterface.get_edited_scene_root()
		var ghost: Node = scene.get_node(^"Player/AntGhost3D")
		check(ghost.get("freshness") == 0.25, "its values stay: %s" % ghost.get("freshness"))
		var world: Node = scene.get_node(^"AntWorld3D")
		check(world.get("cell_size") == 0.75, "of other nodes, too")
		var convergence: Resource = world.get("convergence")
		check(convergence.get("snap_distance") == 4.5, "those of resources, too")
		var fresh: Node = ClassDB.instantiate(&"AntGhost2D")
		check(fresh != null and fresh.get("freshness") == 1.0, "and new ones can be made")
		fresh.free()
