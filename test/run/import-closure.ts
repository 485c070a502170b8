import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Reads which files import which, from their text. */
export class ImportClosure {
	readonly #imports = new Map<string, ReadonlySet<string>>()
	readonly #closures = new Map<string, ReadonlySet<string>>()

	/** The files that a file imports, directly or not, and the file itself. */
	of(file: string): ReadonlySet<string> {
		const known = this.#closures.get(file)
		if (known !== undefined) return known
		const closure = new Set([file])
		for (const reached of closure) for (const imported of this.#importsOf(reached)) closure.add(imported)
		this.#closures.set(file, closure)
		return closure
	}

	#importsOf(file: string): ReadonlySet<string> {
		const known = this.#imports.get(file)
		if (known !== undefined) return known
		const found = readFileSync(file, 'utf8').matchAll(/(?:from|import|new URL)[ (]+'([^']+)'/g)
		const imports = new Set([...found].flatMap(([, path = '']) => resolve(path, file) ?? []))
		this.#imports.set(file, imports)
		return imports
	}
}

/** The project's file that an import path refers to, if any. */
function resolve(path: string, from: string): string | undefined {
	const file = path.startsWith('.') ? normalize(join(dirname(from), path)) : entryOf(path)
	return file !== undefined && /\.tsx?$/.test(file) && existsSync(file) ? file : undefined
}

type Manifest = { readonly exports?: Readonly<Record<string, { readonly 'accord-source'?: string }>> }

function entryOf(path: string): string | undefined {
	const [, name, door = ''] = /^@accord\/([a-z]+)(\/.+)?$/.exec(path) ?? []
	if (name === undefined) return undefined
	const folder = join('packages', name)
	const { exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
	const source = exports[`.${door}`]?.['accord-source']
	return source === undefined ? undefined : normalize(join(folder, source))
}
