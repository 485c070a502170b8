import assert from 'node:assert/strict'
import { it } from 'node:test'
import { documentedStatuses, shownElsewhere, unseenStatuses } from './unseen-statuses.ts'

// shows documents: Every documented code and every documented status of every operation is produced by some test
it('a status is seen with any of its codes, and only of its operation', () => {
	const all = documentedStatuses().filter(status => !shownElsewhere.includes(status))
	assert.ok(all.includes('getOrderStatus 404'))
	assert.deepEqual(unseenStatuses(all), [])
	const others = all.filter(status => status !== 'getOrderStatus 404')
	assert.deepEqual(unseenStatuses([...others, 'stray 404 not_found', 'getAccounts 404 x']), ['getOrderStatus 404'])
	assert.deepEqual(unseenStatuses([...others, 'getOrderStatus 404 unknown_order']), [])
})

it('statuses that no recorded service can answer are documented, and shown by another test', () => {
	const documented = new Set(documentedStatuses())
	assert.ok(shownElsewhere.length > 0)
	for (const status of shownElsewhere) assert.ok(documented.has(status), status)
})
