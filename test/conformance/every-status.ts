import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { unseenStatuses } from './unseen-statuses.ts'

// test/run.ts runs this after all tests: the answers of their services are in the file that ACCORD_RECORD names.

it('every documented status of every operation was answered in some test', () => {
	const { ACCORD_RECORD } = process.env
	assert.ok(ACCORD_RECORD !== undefined, 'ACCORD_RECORD names what the tests recorded')
	assert.deepEqual(unseenStatuses(readFileSync(ACCORD_RECORD, 'utf8').split('\n')), [])
})
