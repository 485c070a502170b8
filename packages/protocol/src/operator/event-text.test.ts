import assert from 'node:assert/strict'
import { test } from 'node:test'
import { causeText, eventText } from './event-text.ts'

type Event = Parameters<typeof causeText>[0]

const expired: Event = { kind: 'expired' }
const unfunded: Event = { kind: 'expired', code: 'insufficient_funds' }
const fillOf = (maker: string, code?: string): Event => ({ kind: 'fill_expired', maker, ...(code && { code }) })

test('an order that expired is said to have done so for every known cause, in the words of the cause alone', () => {
	const cases: [own: Event, fills: Event[], text: string][] = [
		[expired, [fillOf('anna')], 'no solver settled it'],
		[expired, [fillOf('anna', 'insufficient_funds')], 'anna lacked the funds of its fill'],
		[expired, [fillOf('anna'), fillOf('bert', 'preview_failed')], 'bert sent a fill that could not settle'],
		[unfunded, [fillOf('anna')], 'the user’s account lacked the funds'],
		[
			unfunded,
			[fillOf('anna', 'insufficient_funds')],
			'the user’s account lacked the funds, anna lacked the funds of its fill',
		],
	]
	for (const [own, fills, text] of cases) {
		assert.equal(eventText(own, { events: [own, ...fills] }), `expired: ${text}`)
		const causes = [own, ...fills].filter(event => event.code !== undefined)
		assert.equal((causes.length === 0 ? [own] : causes).map(causeText).join(', '), text)
	}
})

test('a maker whose fill was refused did answer', () => {
	const refused: Event = { kind: 'fill_refused', maker: 'anna', code: 'insufficient_funds' }
	const late: Event = { kind: 'timed_out', maker: 'anna' }
	const events = [refused, late]
	assert.equal(eventText(refused, { events }), 'sent a fill that was refused: insufficient_funds')
	assert.equal(eventText(late, { events }), 'had no fill accepted in time')
	assert.equal(eventText(late, { events: [late] }), 'did not answer in time')
})
