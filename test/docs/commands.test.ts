import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { commandPlaces, type Place } from '../../packages/cli/src/completion.ts'
import { createProgram } from '../../packages/cli/src/program.ts'
import { processTerminal } from '../../packages/cli/src/terminal/terminal.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
const program = createProgram({ env: {}, terminal: processTerminal({}), nowMs: () => Date.now(), exit: () => {} })
const places = new Map(commandPlaces(program).map(place => [place.path, place]))

/** The accord commands that a page shows: after a `$`, or as code in a sentence. */
function commandsOf(page: string): string[] {
	const text = readFileSync(join(root, page), 'utf8')
	const shown = text.matchAll(/(?:^\$ |`)(?:npm run accord --|accord) +([^`\n]+)/gm)
	return [...shown]
		.map(([, command = '']) => command.replaceAll(/"[^"]*"/g, 'TEXT').trim())
		.filter(command => /^[a-z-]/.test(command))
}

/** The commands that a page shows to be entered unchanged, after a `$`. */
function enteredIn(page: string): string[] {
	const text = readFileSync(join(root, page), 'utf8')
	const shown = text.matchAll(/^ *\$ (?:npm run (?:accord -- +)?|accord +)([a-z].*)/gm)
	return [...shown].map(([, command = '']) => command)
}

/** The options that a command lacks. */
function missingIn(entered: string): string[] {
	const words = entered.split(/\s+/)
	const command = words.reduce<typeof program>(
		(at, word) => at.commands.find(one => one.name() === word) ?? at,
		program,
	)
	const required = command.options.filter(({ mandatory }) => mandatory)
	return required.flatMap(({ long }) => (long === undefined || words.includes(long) ? [] : [`${entered}: ${long}`]))
}

/** The parts of a command that do not exist; each alternative of `list|show` is checked. */
function unknownIn(command: string): string[] {
	const [first = '', ...others] = command.replaceAll('\\|', '|').split(/\s+/)
	const group = places.get('')?.commands.some(({ word }) => word === first) ? places.get(first) : undefined
	if (group === undefined) return first.startsWith('-') ? unknownOptions(places.get(''), [first]) : [first]
	if (group.commands.length === 0 || others.length === 0) return unknownOptions(group, others)
	const [alternatives = '', ...rest] = others
	return alternatives.split('|').flatMap(word => {
		const place = places.get(`${first} ${word}`)
		return place === undefined ? [`${first} ${word}`] : unknownOptions(place, rest)
	})
}

function unknownOptions(place: Place | undefined, words: readonly string[]): string[] {
	const known = new Set(place?.options.map(({ word }) => word))
	const options = words.map(word => word.replaceAll(/[[\]]/g, '')).filter(word => word.startsWith('--'))
	return options.filter(option => !known.has(option)).map(option => `${place?.path} ${option}`)
}

for (const page of pages) {
	const commands = commandsOf(page)
	if (commands.length === 0) continue
	test(`every accord command in ${page} exists, with its options`, () => {
		assert.deepEqual(commands.flatMap(unknownIn), [])
	})
}

test('commands to be entered have the options that they require', () => {
	assert.deepEqual(pages.flatMap(enteredIn).flatMap(missingIn), [])
	assert.ok(
		enteredIn(join('docs', 'operate', 'install.md')).some(command => command.startsWith('trade -- --network FILE')),
	)
	assert.deepEqual(missingIn('trade -- --network FILE --sell XRD'), ['trade -- --network FILE --sell XRD: --buy'])
})

test('commands are found in the documents, and unknown ones are reported', () => {
	assert.ok(commandsOf(join('docs', 'operate', 'run.md')).includes('keys list Delta'))
	assert.deepEqual(unknownIn('keys list|forget --jsn'), ['keys list --jsn', 'keys forget'])
})
