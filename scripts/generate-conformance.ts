import { errorCodes } from '@accord/protocol'
import { additionSections } from './conformance/addition-rows.ts'
import { errorRows } from './conformance/error-rows.ts'
import { operatingSections } from './conformance/operating-rows.ts'
import type { Row, Section, TestName } from './conformance/row.ts'
import { ruleSections } from './conformance/rule-rows.ts'
import { specificationSections } from './conformance/specification-rows.ts'
import { splitTestName, testExists } from './conformance/test-titles.ts'
import type { GeneratedFile } from './generated-files.ts'

/** What is promised and which test shows it. Throws when a row names a test that does not exist. */
export function generateConformance(): GeneratedFile {
	const sections = conformanceSections()
	const wrong = sections.flatMap(({ rows }) => rows.flatMap(({ tests }) => tests.filter(test => !testExists(test))))
	if (wrong.length > 0) throw new Error(`docs/conformance.md names tests that do not exist:\n${wrong.join('\n')}`)
	return {
		path: 'docs/conformance.md',
		text: `${[preface, countOf(sections), ...sections.map(describe)].join('\n\n')}\n`,
	}
}

/** Every row of the table. */
export function conformanceSections(): Section[] {
	const errors = errorCodes.map(code => ({ what: `\`${code}\``, ...errorRows[code] }))
	return [
		...specificationSections,
		...ruleSections,
		...additionSections,
		...operatingSections,
		{ title: 'Errors', rows: errors },
	]
}

const preface = `<!-- Generated from scripts/conformance by \`npm run generate\`: change the rows there, not this page. -->

# Conformance

Every row of the interface specification, every rule of ours where it is silent, every limit and every error, and the
tests that show it. \`npm test -- <file>\` runs one file. A row cannot name a test that does not exist.`

function countOf(sections: readonly Section[]): string {
	const rows = sections.flatMap(section => section.rows)
	const missing = rows.filter(({ tests, untested }) => tests.length === 0 && untested === undefined)
	return `${rows.length} rows, ${missing.length} of them without a test.`
}

function describe({ title, rows }: Section): string {
	return `## ${title}\n\n| What | Shown by |\n|---|---|\n${rows.map(line).join('\n')}`
}

function line({ what, tests, untested }: Row): string {
	const shown = tests.length > 0 ? tests.map(link).join('<br>') : (untested ?? '**no test yet**')
	return `| ${cell(what)} | ${shown} |`
}

function link(test: TestName): string {
	const [path, title] = splitTestName(test)
	return `[${cell(title)}](../${path})`
}

function cell(text: string): string {
	return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
