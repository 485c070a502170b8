import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { clusterOptions } from './cluster-command.ts'
import { requireAll } from './programs.ts'

const defaults = { nodes: '3', port: '8480', users: '20', without: '', seed: '1' }

test('three nodes are the default, and data is kept only where requested', () => {
	const options = { nodes: 3, port: 8480, users: 20, reset: false, without: [], plain: false, walkSeed: 1 }
	assert.deepEqual(clusterOptions(defaults), options)
	const given = { ...defaults, nodes: '5', data: 'here', port: '65523' }
	assert.deepEqual(clusterOptions(given), { ...options, nodes: 5, dataDirectory: resolve('here'), port: 65_523 })
})

for (const [option, given] of [
	['--nodes', { nodes: '0' }],
	['--nodes', { nodes: '6' }],
	['--port', { nodes: '5', port: '65524' }],
	['--users', { users: '101' }],
	['--without', { without: 'ledger' }],
	['--seed', { seed: 'one' }],
] as const)
	test(`error: ${JSON.stringify(given)} is refused by name`, () => {
		assert.throws(() => clusterOptions({ ...defaults, ...given }), { message: new RegExp(`^${option} `) })
	})

test('error: missing programs are named together, with how to install them', () => {
	const all = { nginx: '/nginx', nats: '/nats' }
	assert.deepEqual(requireAll(all), all)
	const message = /needs nginx, nats-server, not found here: apt-get install nginx nats-server /
	assert.throws(() => requireAll({ nginx: undefined, nats: undefined }), { message })
})
