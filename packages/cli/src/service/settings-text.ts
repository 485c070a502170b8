import { isSection, type Setting, type SettingsLayers, settingList, settingName } from '@accord/service'
import type { Paint } from '../terminal/paint.ts'
import { formatTable } from '../terminal/table.ts'

type Settings = Readonly<Record<string, unknown>>

/** Each setting with its effective value and its origin; lists and tables are shown as their number of entries. */
export function describeSettings(
	settings: Settings,
	{ layers, paint }: { readonly layers: SettingsLayers; readonly paint: Paint },
): string[] {
	const rows = settingList()
		.filter(({ path }) => !path.includes('*'))
		.flatMap(setting => {
			const value = valueAt(settings, setting.path) ?? setting.default
			if (value === undefined) return []
			const origin = originOf(setting, layers)
			return [[settingName(setting), valueText(value), origin === 'default' ? paint.dim(origin) : origin]]
		})
	return formatTable(['SETTING', 'VALUE', 'FROM'], rows, paint)
}

const redacted = '(set, not shown)'

/** The settings with every secret replaced, so that only its presence is visible. */
export function redactSettings(settings: Settings): Settings {
	const secrets = settingList().filter(({ isSecret }) => isSecret)
	return secrets.reduce((shown, { path }) => redact(shown, path) as Settings, settings)
}

function redact(value: unknown, [name, ...rest]: Setting['path']): unknown {
	if (name === undefined) return typeof value === 'string' ? hide(value) : value
	if (name === '*') return Array.isArray(value) ? value.map(entry => redact(entry, rest)) : value
	if (!isSection(value) || value[name] === undefined) return value
	return { ...value, [name]: redact(value[name], rest) }
}

/** In a URL only the password is secret; any other secret is hidden completely. */
function hide(secret: string): string {
	const url = URL.parse(secret)
	if (url === null || url.host === '') return redacted
	if (url.password !== '') url.password = '…'
	// libpq also reads the password from the query.
	if (url.searchParams.has('password')) url.searchParams.set('password', '…')
	return decodeURIComponent(url.href)
}

function originOf({ path, variable }: Setting, { network, file, environment }: SettingsLayers): string {
	if (valueAt(environment, path) !== undefined) return variable ?? 'environment'
	if (valueAt(file, path) !== undefined) return 'file'
	return valueAt(network, path) === undefined ? 'default' : '--network'
}

function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
	if (name === undefined) return value
	return isSection(value) ? valueAt(value[name], rest) : undefined
}

const shownEntriesMax = 4

function valueText(value: unknown): string {
	if (Array.isArray(value)) {
		const isPlain = value.every(entry => typeof entry === 'string') && value.length <= shownEntriesMax
		return isPlain && value.length > 0 ? value.join(', ') : entriesText(value.length)
	}
	return isSection(value) ? entriesText(Object.keys(value).length) : String(value)
}

function entriesText(count: number): string {
	return count === 1 ? '1 entry' : `${count} entries`
}
