import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TradeError } from '@accord/protocol'
import { until } from '../../../../test/network/until.ts'
import { openLog } from './log.ts'

function openWritten() {
	const lines: Record<string, unknown>[] = []
	const log = openLog({ level: 'info' }, { write: line => void lines.push(JSON.parse(line)) })
	return { log, lines }
}

test('ten refusals or failures of one kind are written a second, and the others counted', async () => {
	const { log, lines } = openWritten()
	for (let i = 0; i < 25; i++) log.info({ code: 'busy', i }, 'order refused')
	log.info({ code: 'no_liquidity' }, 'order refused')
	for (let i = 0; i < 12; i++) log.error({ err: new Error('no') }, 'a run failed')
	assert.equal(lines.length, 10 + 1 + 10)
	await until('the counts', () => lines.length === 23)
	assert.deepEqual(
		lines.slice(21).map(({ msg, of, code, omitted }) => [msg, of, code, omitted]),
		[
			['more: order refused', 'order refused', 'busy', 15],
			['more: a run failed', 'a run failed', undefined, 2],
		],
	)
})

test('outside text stays within its member of one line', () => {
	const written: string[] = []
	const log = openLog({ level: 'info' }, { write: line => void written.push(line) })
	const path = '/x\n{"level":60,"msg":"forged"}\u001b[2J\u0000'
	log.info({ path }, 'request answered')
	assert.deepEqual([written.length, JSON.parse(written[0] ?? '').path], [1, path])
	assert.match(written[0] ?? '', /^[\x20-\x7e]+\n$/)
})

test('anything but a refusal is written every time', () => {
	const { log, lines } = openWritten()
	for (let i = 0; i < 25; i++) log.info({ i }, 'order accepted')
	assert.equal(lines.length, 25)
})

test('a refusal is logged without the code it came from, an unexpected error with it', () => {
	const { log, lines } = openWritten()
	const cause = new Error('connection reset')
	log.warn({ err: new TradeError('database_unavailable', 'gone', { cause }) }, 'request refused')
	log.error({ err: new TradeError('internal', undefined, { cause }) }, 'request failed')
	const refusal = { type: 'TradeError', code: 'database_unavailable', message: 'gone', cause: 'connection reset' }
	assert.deepEqual(lines[0]?.err, refusal)
	assert.match(JSON.stringify(lines[1]?.err), /"stack"/)
})
