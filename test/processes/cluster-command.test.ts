import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { NetworkFile } from '@accord/protocol'
import { without } from '../fixtures/debian-programs.ts'
import { isAlive, killHard, NetworkPlace, type NetworkProcess, untilGone } from '../network/network-process.ts'
import { untilReady } from '../network/two-nodes.ts'

const skip = without('nginx', 'nats-server')
const portsMax = 13

async function placeOf(t: TestContext): Promise<NetworkPlace> {
	const place = await NetworkPlace.create({ ports: portsMax })
	t.after(() => place.dispose())
	return place
}

/** The network.json of a cluster, which says where it is. */
function networkFileOf(cluster: NetworkProcess): string {
	const [, path] = /the addresses and keys are in (.*)/.exec(cluster.output) ?? []
	assert.ok(path)
	return path
}

// shows command: A cluster
test('three nodes behind a balancer are one service, even when one is killed, and Ctrl-C leaves nothing behind', {
	skip,
}, async t => {
	const place = await placeOf(t)
	const cluster = place.cluster('--nodes', '3', '--users', '2')
	await cluster.ready()
	const path = networkFileOf(cluster)
	assert.equal(statSync(path).mode & 0o777, 0o600)
	const text = readFileSync(path, 'utf8')
	assert.doesNotMatch(text, /password/)
	const file = NetworkFile.wire.parse(JSON.parse(text))
	const at = (offset: number) => `http://127.0.0.1:${place.port + offset}`
	assert.deepEqual(
		[file.base_url, file.gateway_url, file.operator_url, file.cluster?.nats_url],
		[at(0), at(1), at(2), `nats://127.0.0.1:${place.port + 8}`],
	)
	assert.deepEqual(
		file.cluster?.nodes,
		[1, 2, 3].map(i => ({ name: `node-${i}`, base_url: at(4 + i), operator_url: at(1 + i) })),
	)
	for (const { base_url: url } of file.cluster?.nodes ?? []) await untilReady({ url })
	const page = await fetch(file.base_url)
	assert.match(await page.text(), /<title>/)

	const trade = async () => {
		const run = place.tradeOn(path, '--sell', '100 XRD', '--buy', 'xUSDC')
		assert.equal(await run.ended, 0, run.output)
		assert.match(run.output, /settled +on the ledger in txid_sim1/)
	}
	await trade()
	const parts = cluster.allParts()
	// The second node, after NATS, PostgreSQL, the ledger and the first node, in starting order.
	killHard(nodeOf(cluster, 'node-2.json'))
	await cluster.printed('node-2 was ended by SIGKILL')
	await trade()

	cluster.signal('SIGINT')
	assert.equal(await cluster.ended, 0, cluster.output)
	assert.match(cluster.output, /SIGINT: stopping\n(.*\n)*.*stopped\n$/)
	assert.deepEqual(parts.filter(isAlive), [])
	assert.deepEqual(readdirSync(place.directory), [])
})

/** The id of the part whose command names a file. */
function nodeOf(cluster: NetworkProcess, file: string): number {
	const found = cluster.parts().find(id => readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(file))
	assert.ok(found)
	return found
}

test('error: a start that fails half-way says why, and ends what it had started', { skip }, async t => {
	const place = await placeOf(t)
	const data = mkdtempSync(join(place.directory, 'data-'))
	const files = join(data, 'database', 'postgres')
	mkdirSync(files, { recursive: true, mode: 0o700 })
	writeFileSync(join(files, 'PG_VERSION'), '1\n')
	const cluster = place.cluster('--data', data)
	await cluster.printed('nats is ready')
	const parts = cluster.allParts()
	assert.equal(await cluster.ended, 1)
	assert.match(cluster.output, /accord: the database in .* cannot be started [\s\S]*postgresql\.conf/)
	assert.deepEqual(parts.filter(isAlive), [])
	assert.deepEqual(readdirSync(place.directory), [data.slice(place.directory.length + 1)])
	assert.ok(!readdirSync(data).includes('network.json'))
})

test('kill -9 of the command ends its parts, and removes what is not kept', { skip }, async t => {
	const place = await placeOf(t)
	const cluster = place.cluster('--nodes', '1')
	await cluster.printed('node-1 is ready')
	const parts = cluster.allParts()
	killHard(cluster.pid)
	await untilGone(parts)
	assert.deepEqual(readdirSync(place.directory), [])
})
