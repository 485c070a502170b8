import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TransactionInfo } from '../codec.ts'
import { SubintentTrees } from './subintent-trees.ts'

const nothing = { subintents: [] } as unknown as TransactionInfo

test('the subintents of the newest hundred transactions are kept', () => {
	const trees = new SubintentTrees(242)
	for (let stateVersion = 1; stateVersion <= 101; stateVersion++) trees.add(stateVersion, nothing)
	assert.equal(trees.get(1), undefined)
	assert.deepEqual(trees.get(2), [])
	assert.deepEqual(trees.get(101), [])
	trees.add(1, nothing)
	assert.deepEqual(trees.get(1), [])
	assert.equal(trees.get(2), undefined)
})

test('each subintent is kept with the ids of its children', () => {
	const child = '11'.repeat(32)
	const info = { subintents: [{ subintentId: 'subtxid_sim1a', children: [child] }] } as unknown as TransactionInfo
	const [subintent] = new SubintentTrees(242).add(1, info)
	assert.equal(subintent?.id, 'subtxid_sim1a')
	assert.match(subintent?.children.join() ?? '', /^subtxid_sim1\w+$/)
})
