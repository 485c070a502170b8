import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { migrationNames } from '../migrate.ts'

// While nodes restart one after another, nodes of the previous version use the new tables, so a migration only adds,
// and changes nothing that they use. Unused columns are removed one version later, by a migration that says so here.

/** Earlier migrations belong to the first version that supports several nodes. */
const since = '0026'
/** Migrations that remove what the previous version had stopped using, or what none of its statements needs. */
const removing: readonly string[] = ['0045-unneeded-indexes']
/** Migrations that wait until no node of the previous version runs: all nodes are stopped for them, and the changelog says so. */
const alone: readonly string[] = ['0046-audit-pages', '0047-smaller-rows']

const allowed = [
	/^CREATE (?:UNLOGGED )?TABLE (\w+) /,
	/^CREATE (?:UNIQUE )?INDEX \w+ ON (\w+) /,
	/^ALTER TABLE \S+ ADD COLUMN \w+ (?!.*NOT NULL(?!.* DEFAULT ))/,
	/^COMMENT ON /,
	// It must allow all that the previous version does.
	/^CREATE OR REPLACE FUNCTION /,
]

/** The statements of a migration that would break nodes of the previous version. */
function incompatible(text: string): string[] {
	const statements = [...text.matchAll(/^\t`([^`]+)`/gm)].map(([, statement = '']) => statement.replaceAll(/\s+/g, ' '))
	const created = statements.flatMap(statement => allowed[0]?.exec(statement)?.[1] ?? [])
	return statements.filter(statement => {
		if (!allowed.some(form => form.test(statement))) return true
		const [, indexed] = allowed[1]?.exec(statement) ?? []
		// Writers wait while an index is created on a table that is in use.
		return indexed !== undefined && !created.includes(indexed)
	})
}

// shows decision 77: Nodes restart one after the other
test('nodes of the previous version can continue on this version’s tables', () => {
	for (const name of migrationNames.filter(
		each => each >= since && !removing.includes(each) && !alone.includes(each),
	)) {
		const text = readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8')
		assert.match(text, /CREATE|ALTER|COMMENT/)
		assert.deepEqual(incompatible(text), [], name)
	}
})

test('a migration on which they could not continue refuses while any of them runs', () => {
	for (const name of alone) {
		const text = readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8')
		assert.match(text, /\n\tawait requireNoNodes\(db\)\n/, name)
	}
})

test('error: changes on which the previous version’s nodes could not continue are found', () => {
	const bad = [
		'DROP TABLE node',
		'ALTER TABLE node DROP COLUMN report',
		'ALTER TABLE node RENAME COLUMN report TO said',
		'ALTER TABLE part ADD COLUMN fate text NOT NULL',
		'CREATE INDEX part_by_fate ON part (fate)',
		'UPDATE part SET fate = state',
	]
	const good = [
		'CREATE TABLE fate (part_id text PRIMARY KEY)',
		'CREATE INDEX fate_by_part ON fate (part_id)',
		'ALTER TABLE part ADD COLUMN fate text',
		`ALTER TABLE part ADD COLUMN fated boolean NOT NULL DEFAULT false`,
		`COMMENT ON COLUMN part.fate IS 'What became of it'`,
	]
	const text = [...bad, ...good].map(statement => `\t\`${statement}\`,\n`).join('')
	assert.deepEqual(incompatible(text), bad)
})
