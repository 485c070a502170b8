import { shown } from '@accord/protocol'

/**
 * Refuses what a misspelled option would silently not do. Members that are absent or undefined are no options.
 * @throws TypeError naming the unknown options and the known ones
 */
export function refuseUnknown(of: string, options: object, known: readonly string[]): void {
	if (typeof options !== 'object' || options === null)
		throw new TypeError(`${of}: expected an object {${known.join(', ')}}, found ${shown(options)}`)
	const unknown = Object.entries(options).flatMap(([name, value]) =>
		value === undefined || known.includes(name) ? [] : [name],
	)
	if (unknown.length > 0)
		throw new TypeError(`${of} has no option ${unknown.join(', ')}; there are ${known.join(', ')}`)
}
