import { globSync, readFileSync } from 'node:fs'
import type { GeneratedFile } from './generated-files.ts'

/** Something that is promised, and the tests that show it: by their file and title, or the title of their case. */
export type ConformanceRow = {
	readonly what: string
	readonly tests: readonly { readonly path: string; readonly title: string }[]
}

/** The sections by the words that a comment names them with: the specification in its order, then what we added. */
const sections = {
	service: 'What the service does',
	'order book': 'Order book and limit order',
	fees: 'Fees',
	manifest: 'Limit order subintent manifest',
	submission: 'Signed partial transaction and submission',
	states: 'States and transitions',
	'Trade API': 'Endpoints, Trade API',
	'Flash API': 'Flash Liquidity API',
	'Solver API': 'Solver API',
	authentication: 'Authentication',
	events: 'Events',
	limits: 'Errors, limits, versioning',
	decision: 'Decisions, by their number',
	'Trade API addition': 'Additions to the Trade API',
	'maker addition': 'Additions for makers',
	'solver addition': 'Additions for solvers',
	documents: 'API documents',
	SDK: 'SDK',
	'operator API': 'The operator’s own interface',
	operation: 'Running the service',
	command: 'The operator’s commands',
	error: 'Error codes',
	status: 'Statuses that no recorded service answers',
} as const
export type SectionName = keyof typeof sections

/** Rows that no test shows yet, and why. */
const untested: readonly { readonly section: SectionName; readonly what: string; readonly why: string }[] = [
	{ section: 'Trade API', what: 'GET /instamint/info', why: 'coming with the on-ledger component' },
	{ section: 'Trade API', what: 'GET /instamint/accounts', why: 'coming with the on-ledger component' },
]

const root = new URL('../', import.meta.url)
const testFiles = ['packages/*/src/**/*.test.ts', 'packages/*/native/**/*.rs', 'test/**/*.test.ts']
const comment = /^[\t ]*\/\/ shows (?:([\w ]+?)(?: (\d+))?: )?(.*)\n/gm
const comments = /^(?:[\t ]*\/\/ shows .*\n)+/
const literalTitle =
	/^\s*(?:(?:it|test|describe)\(|[[{])?\s*(?:\w+: )?(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`([^`]*)`)/
const rustTitle = /^\s*(?:#\[.*\]\s*)*fn (\w+)/
const { compare } = new Intl.Collator('en', { numeric: true })

/**
 * docs/project/conformance.md, from the comments above tests: `// shows decision 8: published only with 5 s left`. Such a
 * comment stands right above the call of a test or the case that it is made from; many may stand above one another,
 * and the same one above several tests. Throws when one stands elsewhere or names no section.
 */
export function generateConformance(): GeneratedFile {
	const tables = Object.keys(sections).map(name => tableOf(name as SectionName))
	return { path: 'docs/project/conformance.md', text: `${[preface, ...tables].join('\n\n')}\n` }
}

/** What tests show of one section, in the order of its numbers and words. */
export function conformanceRows(section: SectionName): readonly ConformanceRow[] {
	const rows = Map.groupBy(
		shown.filter(row => row.section === section),
		({ what }) => what,
	)
	return [...rows]
		.map(([what, tests]) => ({ what, tests: tests.map(({ path, title }) => ({ path, title })) }))
		.sort((a, b) => compare(a.what, b.what))
}

type Shown = { readonly section: SectionName; readonly what: string; readonly path: string; readonly title: string }

const shown: readonly Shown[] = globSync(testFiles, { cwd: root, exclude: path => path.endsWith('/target') })
	.sort()
	.flatMap(path => shownBy(path, readFileSync(new URL(path, root), 'utf8')))

function shownBy(path: string, source: string): Shown[] {
	return [...source.matchAll(comment)].map(({ 0: line, 1: section = '', 2: number, 3: text = '', index }) => {
		if (!isSection(section)) throw new Error(`${path}: unknown section in: ${line.trim()}`)
		const title = titleOf(source.slice(index).replace(comments, ''))
		if (title === undefined) throw new Error(`${path}: not directly above a test: ${line.trim()}`)
		return { section, what: number === undefined ? text : `${number}: ${text}`, path, title }
	})
}

/** The title of the test or case that the text begins with; what a template fills in is left out. */
function titleOf(text: string): string | undefined {
	const [, single, double, template] = literalTitle.exec(text) ?? []
	const title = single ?? double ?? template?.replace(/\$\{[^}]*\}/g, '…') ?? rustTitle.exec(text)?.[1]
	return title?.replace(/\\(.)/g, '$1')
}

function isSection(name: string): name is SectionName {
	return Object.hasOwn(sections, name)
}

const preface = `<!-- Generated from the comments \`// shows …\` above tests by \`npm run generate\`: change them, not this page. -->

# Conformance

What the interface specification demands, what we decided where it is silent, what we added, and every error code, each
with the tests that show it. \`npm test -- FILE\` runs one file. The titles are those of tests, or of a case in the
table that tests are made from.`

function tableOf(section: SectionName): string {
	const rows = [
		...conformanceRows(section).map(({ what, tests }) => [what, tests.map(link).join('<br>')]),
		...untested.filter(row => row.section === section).map(({ what, why }) => [what, why]),
	]
	const lines = rows.map(([what = '', by]) => `| ${section === 'error' ? `\`${what}\`` : cell(what)} | ${by} |`)
	return `## ${sections[section]}\n\n| What | Shown by |\n|---|---|\n${lines.join('\n')}`
}

function link({ path, title }: { readonly path: string; readonly title: string }): string {
	return `[${cell(title)}](../../${path})`
}

function cell(text: string): string {
	return text.replaceAll('|', '\\|')
}
