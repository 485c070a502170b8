import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { CommandLine } from '../network/command-line.ts'
import { NetworkPlace } from '../network/network-process.ts'

const place = await NetworkPlace.create()
const backup = mkdtempSync(join(tmpdir(), 'accord-backup-'))
const accord = new CommandLine({ ACCORD_DATA: place.directory })
after(async () => {
	await accord.dispose()
	await place.dispose()
	rmSync(backup, { recursive: true, force: true })
})

/** Sells 100 XRD on a network that runs just that long; returns all orders it knows, newest first. */
async function tradeOnce(): Promise<string[]> {
	const network = await place.start('--users', '1')
	const trade = await place.trade('--sell', '100 XRD', '--buy', 'xUSDC').ended
	assert.equal(trade, 0)
	const { output } = await accord.ask('orders', 'list', '--json')
	network.signal('SIGTERM')
	assert.equal(await network.ended, 0)
	return JSON.parse(output).orders.map(({ subintent_id }: { subintent_id: string }) => subintent_id)
}

// shows operation: Backup and restore
test('a restored database knows what it knew when it was copied, and the service continues from there', async () => {
	const database = join(place.directory, 'database')
	const [first] = await tradeOnce()
	cpSync(database, backup, { recursive: true })
	const [second] = await tradeOnce()
	rmSync(database, { recursive: true })
	cpSync(backup, database, { recursive: true })

	// The ledger has moved on meanwhile: the second order is settled there, and unknown here.
	const [third, ...older] = await tradeOnce()
	assert.deepEqual(older, [first])
	assert.equal(new Set([first, second, third]).size, 3)
})
