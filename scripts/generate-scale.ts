import { readFileSync } from 'node:fs'
import { readCosts } from '../bench/scale/costs.ts'
import { scaleTables } from '../bench/scale/scale-tables.ts'
import type { GeneratedFile } from './generated-files.ts'

const path = 'docs/scale.md'

/** The page with its tables computed by the model from the measured costs; its text is written by hand. */
export function generateScale(): GeneratedFile {
	let text = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
	for (const [name, table] of Object.entries(scaleTables(readCosts()))) {
		const [begin, end] = [`<!-- ${name}: generated -->`, `<!-- ${name}: end -->`]
		const [before, after] = [text.split(begin), text.split(end)]
		if (before.length !== 2 || after.length !== 2)
			throw new Error(`${path} needs one '${begin}' and one '${end}' after it`)
		text = `${before[0]}${begin}\n\n${table}\n\n${end}${after[1]}`
	}
	return { path, text }
}
