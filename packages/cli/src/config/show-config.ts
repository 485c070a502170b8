import { isSection, type SettingsLayers, settingList, settingName } from '@accord/service'
import type { Paint } from '../terminal/paint.ts'
import { formatTable } from '../terminal/table.ts'

type Settings = Record<string, unknown>
type Row = { readonly name: string; readonly value: unknown; readonly from: string }

/** Every setting with what holds and where that is from; lists and tables as their number of entries. */
export function describeSettings(rows: readonly Row[], paint: Paint): string[] {
	const columns = [{ title: 'SETTING' }, { title: 'VALUE' }, { title: 'FROM' }]
	return formatTable(
		columns,
		rows.map(({ name, value, from }) => [name, valueText(value), from === 'default' ? paint.dim(from) : from]),
		paint,
	)
}

/** What holds of the shown settings, and where each is from. */
export function settingRows(shown: Settings, layers: SettingsLayers): Row[] {
	return settingList()
		.filter(({ path }) => !path.includes('*'))
		.flatMap(setting => {
			const { path, variable } = setting
			const value = valueAt(shown, path) ?? setting.default
			if (value === undefined) return []
			const from = originOf(path, { layers, variable })
			return [{ name: settingName(setting), value, from }]
		})
}

function originOf(
	path: readonly string[],
	{ layers, variable }: { layers: SettingsLayers; variable: string | undefined },
): string {
	if (valueAt(layers.environment, path) !== undefined) return variable ?? 'environment'
	if (path.join('.') === 'database.kind' && isSection(layers.environment.database)) return 'environment'
	if (valueAt(layers.file, path) !== undefined) return 'file'
	return valueAt(layers.network, path) === undefined ? 'default' : '--network'
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
