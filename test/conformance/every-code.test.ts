import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { type ErrorCode, errorCodes } from '@accord/protocol'
import {
	errorsOf,
	flashContract,
	flashErrorsOf,
	flashUpgradeErrors,
	operations,
	operatorOperations,
	solverUpgradeErrors,
} from '@accord/protocol/contract'
import { conformanceRows, generateConformance } from '../../scripts/generate-conformance.ts'

const documented = new Set<ErrorCode>([
	...[...Object.values(operations), ...Object.values(operatorOperations)].flatMap(errorsOf),
	...flashContract.flatMap(flashErrorsOf),
	...flashUpgradeErrors,
	...solverUpgradeErrors,
])

/** Codes that no operation documents: for requests that match no operation, for closed sockets, and for clients. */
const elsewhere: readonly ErrorCode[] = [
	'method_not_allowed',
	'upgrade_required',
	'slow_consumer',
	'connection_closed',
	'request_timeout',
]

// shows documents: Every documented code and every documented status of every operation is produced by some test
it('every code of the table has a test that provokes it, and no test names another', () => {
	const shown = conformanceRows('error').map(({ what }) => what)
	assert.deepEqual(shown.toSorted(), errorCodes.toSorted())
})

// shows documents: Every documented code and every documented status of every operation is produced by some test
it('every code of the table is documented somewhere, or is the clients’ own', () => {
	const undocumented = errorCodes.filter(code => !documented.has(code))
	assert.deepEqual(undocumented.toSorted(), elsewhere.toSorted())
})

// shows documents: Every documented code and every documented status of every operation is produced by some test
it('every decision has a test', () => {
	const decisions = readFileSync(new URL('../../docs/project/decisions.md', import.meta.url), 'utf8')
	const shown = new Set(conformanceRows('decision').map(({ what }) => what.split(':', 1)[0]))
	const numbers = [...decisions.matchAll(/^(\d+)\. /gm)].map(([, number]) => number)
	assert.ok(numbers.length >= 38)
	assert.deepEqual(
		numbers.filter(number => !shown.has(number)),
		[],
	)
})

it('every row of the conformance table is shown by a test', () => {
	const { text } = generateConformance()
	// The first table counts what the others list.
	const rows = text.slice(text.indexOf('\n## ')).matchAll(/^\| (?!What \|)(.*) \| (.*) \|$/gm)
	const bare = [...rows].filter(([, , shownBy = '']) => !shownBy.startsWith('['))
	assert.deepEqual(
		bare.map(([, what]) => what),
		[],
	)
})
