@tool
extends EditorPlugin
## Shows the settings of antreckon among the project settings. The nodes work without it.

const SETTINGS: Array[Dictionary] = [
	{
		"name": "antreckon/2d/pixels_per_metre",
		"default": 64.0,
		"hint": PROPERTY_HINT_RANGE,
		"range": "1,1000,1,or_greater",
	},
	{
		"name": "antreckon/worker_threads",
		"default": 1,
		"hint": PROPERTY_HINT_RANGE,
		"range": "1,64,1",
	},
]


func _enter_tree() -> void:
	for setting: Dictionary in SETTINGS:
		var setting_name: String = setting["name"]
		if not ProjectSettings.has_setting(setting_name):
			ProjectSettings.set_setting(setting_name, setting["default"])
		ProjectSettings.set_initial_value(setting_name, setting["default"])
		ProjectSettings.set_as_basic(setting_name, true)
		(
			ProjectSettings
			. add_property_info(
				{
					"name": setting_name,
					"type": typeof(setting["default"]),
					"hint": setting["hint"],
					"hint_string": setting["range"],
				}
			)
		)
