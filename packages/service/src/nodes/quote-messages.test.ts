import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Peer } from './peer.ts'
import { bookMessage, type FeedEvent, parseEvent } from './quote-messages.ts'

const unknown = { kind: 'unknown' } as const
const ended: FeedEvent = { kind: 'session_ended', makerId: 'anna', sessionId: 'session' }

// shows decision 77: Nodes restart one after the other
test('a change of a later version that is not understood keeps its number, so that later ones count', () => {
	const told = { node: 'later', sequence: 2, event: { kind: 'of a later version' }, member: 'of a later version' }
	const { event, sequence } = bookMessage.parse(told)
	assert.throws(() => parseEvent(event, []))
	assert.deepEqual(parseEvent({ ...ended, member: 'of a later version' }, []), ended)

	const peer = new Peer(0)
	peer.ask(0, 'answer')
	assert.ok(peer.takePiece(0, unknown))
	assert.ok(peer.takePiece(1, ended))
	assert.deepEqual(peer.caughtUp(1), [])
	assert.equal(peer.take(sequence, unknown), 'next')
	assert.equal(peer.take(sequence + 1, ended), 'next')
	assert.ok(peer.isWhole)
})
