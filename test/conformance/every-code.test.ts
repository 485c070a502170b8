import assert from 'node:assert/strict'
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
import { errorRows } from '../../scripts/conformance/error-rows.ts'
import { testExists } from '../../scripts/conformance/test-titles.ts'
import { conformanceSections } from '../../scripts/generate-conformance.ts'

const documented = new Set<ErrorCode>([
	...[...operations, ...operatorOperations].flatMap(errorsOf),
	...flashContract.flatMap(flashErrorsOf),
	...flashUpgradeErrors,
	...solverUpgradeErrors,
])

/** What no operation documents: requests that are no operation, how sockets are closed, and what clients find themselves. */
const elsewhere: readonly ErrorCode[] = [
	'method_not_allowed',
	'upgrade_required',
	'slow_consumer',
	'connection_closed',
	'request_timeout',
]

/** What is documented ahead of what brings it about. */
const coming: readonly ErrorCode[] = []

it('every code that an interface documents has a test that provokes it', () => {
	const shown = (code: ErrorCode) => errorRows[code].tests.length > 0 && errorRows[code].tests.every(testExists)
	assert.deepEqual(
		[...documented].filter(code => !shown(code)),
		coming,
	)
})

it('every code of the table is documented somewhere, or is the clients’ own', () => {
	const undocumented = errorCodes.filter(code => !documented.has(code))
	assert.deepEqual(undocumented.toSorted(), elsewhere.toSorted())
})

it('every row of the conformance table is shown by tests that exist', () => {
	const rows = conformanceSections().flatMap(section => section.rows)
	const bare = rows.filter(({ tests, untested }) => tests.length === 0 && untested === undefined)
	assert.deepEqual(
		bare.map(({ what }) => what),
		coming.map(code => `\`${code}\``),
	)
	assert.deepEqual(
		rows.flatMap(({ tests }) => tests.filter(test => !testExists(test))),
		[],
	)
	const excused = rows.filter(({ untested }) => untested !== undefined)
	assert.deepEqual(
		excused.filter(({ what }) => !what.startsWith('GET /instamint/')).map(({ what }) => what),
		[],
	)
})
