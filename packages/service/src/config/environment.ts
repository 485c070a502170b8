import { settingList } from './setting-list.ts'

type Settings = Record<string, unknown>

/** The settings that the environment names, in the shape of the configuration file. */
export function environmentSettings(env: NodeJS.ProcessEnv): Settings {
	let settings: Settings = {}
	for (const { variable, path, type } of settingList()) {
		const text = variable === undefined ? undefined : env[variable]
		if (text !== undefined && text !== '') settings = mergeSettings(settings, nest(path, wordOf(text, type)))
	}
	return settings
}

/** One over the other: sections setting by setting, lists as wholes. */
export function mergeSettings(under: Settings, over: Settings): Settings {
	const merged = { ...under }
	for (const [name, value] of Object.entries(over)) {
		const below = merged[name]
		merged[name] = isSection(below) && isSection(value) ? mergeSettings(below, value) : value
	}
	return merged
}

/** Whether it is an object of settings. */
export function isSection(value: unknown): value is Settings {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function nest([name, ...rest]: readonly string[], value: unknown): Settings {
	if (name === undefined) return {}
	return { [name]: rest.length === 0 ? value : nest(rest, value) }
}

/** What is no number where one is wanted stays text, so that the schema refuses it by the setting's name. */
function wordOf(text: string, type: string): unknown {
	if (type.startsWith('list')) return text.split(',').map(entry => entry.trim())
	if (type.startsWith('whole number') && /^\d{1,15}$/.test(text)) return Number(text)
	return text
}
