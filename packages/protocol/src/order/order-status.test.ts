import assert from 'node:assert/strict'
import { it } from 'node:test'
import { exampleOrder } from '../contract/examples/market.ts'
import { OrderStatus, orderEvents } from './order-status.ts'

const settled = OrderStatus.parse(exampleOrder.settled)
const { subintentId, transactionId, history } = settled
const [accepted, filled, published, end] = history.map(({ atMs }) => atMs)

it('every entry of the history is an event, numbered by its place; the terminal one is final and names the transaction', () => {
	assert.deepEqual(orderEvents(settled), [
		{ subintentId, sequence: 1, state: 'accepted', atMs: accepted, isFinal: false },
		{ subintentId, sequence: 2, state: 'filled', atMs: filled, isFinal: false },
		{ subintentId, sequence: 3, state: 'published', atMs: published, isFinal: false },
		{ subintentId, sequence: 4, state: 'settled', atMs: end, isFinal: true, transactionId },
	])
})

it('after a number only later events are returned', () => {
	assert.deepEqual(
		orderEvents(settled, 2).map(({ sequence }) => sequence),
		[3, 4],
	)
	assert.deepEqual(orderEvents(settled, 4), [])
})

it('an order that is not final yet has no final event', () => {
	assert(orderEvents(OrderStatus.parse(exampleOrder.published)).every(({ isFinal }) => !isFinal))
})

it('a cancelled order ends with a final event without a transaction', () => {
	assert.deepEqual(orderEvents(OrderStatus.parse(exampleOrder.cancelled), 1), [
		{ subintentId, sequence: 2, state: 'cancelled', atMs: history[0] && history[0].atMs + 60, isFinal: true },
	])
})
