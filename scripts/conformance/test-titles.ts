import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestName } from './row.ts'

const root = new URL('../../', import.meta.url)
const named = /\b(?:it|test|describe)\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`|(\w+),)/g
const imported = /from '(\.\/[\w-]+\.ts)'/g
const sources = new Map<string, string>()

/** Whether there is such a test. A title that is made from cases must fit its template, and its words stand in the file. */
export function testExists(name: TestName): boolean {
	const [path, title] = splitTestName(name)
	const source = sourceOf(path)
	const helpers = [...source.matchAll(imported)].map(([, file = '']) => sourceOf(join(dirname(path), file)))
	return [source, ...helpers].some(runner =>
		[...runner.matchAll(named)].some(([, single, double, template, variable]) => {
			if (variable !== undefined)
				return source.includes(`'${title.replaceAll("'", "\\'")}'`) || source.includes(`"${title}"`)
			if (template !== undefined) return fitsTemplate(title, unescaped(template), source)
			return unescaped(single ?? double ?? '') === title
		}),
	)
}

/** A test's file and title. */
export function splitTestName(name: TestName): [path: string, title: string] {
	const end = name.indexOf('.test.ts: ') + '.test.ts'.length
	return [name.slice(0, end), name.slice(end + 2)]
}

function sourceOf(path: string): string {
	const known = sources.get(path)
	if (known !== undefined) return known
	const source = read(path)
	sources.set(path, source)
	return source
}

function read(path: string): string {
	try {
		return readFileSync(new URL(path, root), 'utf8')
	} catch {
		return ''
	}
}

function unescaped(literal: string): string {
	return literal.replace(/\\(.)/g, '$1')
}

function fitsTemplate(title: string, template: string, source: string): boolean {
	const texts = template.split(/\$\{[^}]*\}/).map(escapeRegExp)
	// Words of a case may look like words of the template, so its gaps are tried short and long.
	return ['(.+?)', '(.+)'].some(gap => {
		const found = new RegExp(`^${texts.join(gap)}$`, 's').exec(title)
		return found?.slice(1).every(words => source.includes(words)) ?? false
	})
}

function escapeRegExp(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
