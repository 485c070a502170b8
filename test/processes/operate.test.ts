import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type ReferenceMaker, startReferenceMaker } from '@accord/bots'
import { accountAddress, deriveKeyPair, wallClock } from '@accord/ledger'
import { Decimal, type SettingsReport, SignerTerms, type WireOf } from '@accord/protocol'
import { CommandLine } from '../network/command-line.ts'
import { NetworkPlace, type NetworkProcess } from '../network/network-process.ts'
import { until } from '../network/until.ts'

// An operator's first days on one running network: each test continues from the previous one.

const place = await NetworkPlace.create()
const folder = mkdtempSync(join(tmpdir(), 'accord-operate-'))
const accord = new CommandLine({ ACCORD_DATA: place.directory, NO_COLOR: '1' })
const keyPair = deriveKeyPair({ seed: 'an operator’s story', name: 'delta', curve: 'Ed25519' })
const account = accountAddress(keyPair, 242)
let network: NetworkProcess
let maker: ReferenceMaker | undefined

before(async () => {
	network = await place.start('--users', '2', '--without', 'maker')
})
after(async () => {
	await maker?.stop()
	await accord.dispose()
	await place.dispose()
	rmSync(folder, { recursive: true, force: true })
})

/** Runs a command that must succeed; returns its output. */
async function done(...args: string[]): Promise<string> {
	const { code, output } = await accord.ask(...args)
	assert.equal(code, 0, output)
	return output
}

async function json<T>(...args: string[]): Promise<T> {
	return JSON.parse(await done(...args, '--json')) as T
}

async function fund(): Promise<void> {
	const amounts = Object.entries({ XRD: '1000000', xUSDC: '1000000', xUSDT: '1000000', xwBTC: '10', xETH: '100' })
	const response = await fetch(`${place.readNetworkFile().gateway_url}/local/fund`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ address: account, amounts: amounts.map(([symbol, amount]) => ({ symbol, amount })) }),
	})
	assert.equal(response.status, 200, await response.text())
}

/** The maker's use of the key that the operator handed over. */
async function runMaker(keyFile: string): Promise<ReferenceMaker> {
	const { flash_url: flashUrl, base_url: baseUrl, gateway_url: gatewayUrl, signer_terms } = place.readNetworkFile()
	const prices = { XRD: '0.05', xUSDC: '1', xUSDT: '1', xwBTC: '60000', xETH: '3000' }
	return await startReferenceMaker({
		...{ flashUrl, baseUrl, gatewayUrl, account, keyPair, signerTerms: SignerTerms.parse(signer_terms) },
		apiKey: readFileSync(keyFile, 'utf8').trim(),
		networkId: 242,
		midPrices: new Map(Object.entries(prices).map(([symbol, price]) => [symbol, Decimal.parse(price)])),
		spread: Decimal.parse('0.002'),
		depth: 3,
		seed: 1,
		clock: wallClock,
		log: { info: () => undefined, warn: () => undefined },
	})
}

type Book = { bids: [string, string][]; asks: [string, string][] }

/** Waits until the book of a pair has offers, or has none. */
async function untilBook(hasOffers: boolean): Promise<void> {
	await until(`the book ${hasOffers ? 'has offers' : 'is empty'}`, async () => {
		const { bids, asks } = await json<Book>('book', 'XRD/xUSDC')
		return bids.length + asks.length > 0 === hasOffers
	})
}

const networkFile = () => join(place.directory, 'network.json')
const sell = () => accord.ask('trade', '--network', networkFile(), '--sell', '100 XRD', '--buy', 'xUSDC')

/**
 * Sells until a trade settles. The maker has 3 s to fill an order and the solver a few more to settle it; a machine that
 * stalls for longer leaves the order unfilled or expired, which says nothing about who may trade.
 */
async function untilSold(): Promise<void> {
	let output = ''
	const isSold = async () => {
		const { code, output: last } = await sell()
		output = last
		return code === 0
	}
	await until('a trade settles', isSold).catch(() => assert.fail(output))
}

test('with no maker yet, the doctor says so and an order is refused', async () => {
	const { code, output } = await accord.ask('doctor')
	assert.ok(code === 0 || code === 1, output)
	assert.match(output, /^ok +operator +http:\/\/127\.0\.0\.1:\d+ answers and accepts the key$/m)
	assert.match(output, /^ok +database /m)
	assert.match(output, /^ok +gateway /m)
	assert.match((await sell()).output, /no_liquidity/)
})

// shows command: Makers and keys, from creation to revocation
test('a maker is created, receives its key in a file, and quotes with it', async () => {
	await fund()
	assert.match(await done('maker', 'create', 'Delta', '--account', account), /next: accord keys issue Delta/)
	const keyFile = join(folder, 'first.key')
	const issued = await done('keys', 'issue', 'Delta', '--label', 'bot 1', '--out', keyFile)
	assert.ok(!issued.includes(readFileSync(keyFile, 'utf8').trim()), 'the key is in the file only')
	maker = await runMaker(keyFile)
	await untilBook(true)
	await untilSold()
	assert.match(await done('maker', 'list'), /^Delta .* connected /m)
	await until('the trade is counted', async () => /\b1 settled/.test(await done('status')))
})

// shows command: The trace of an order
test('an order is traced from its validation to the ledger', async () => {
	const { orders } = await json<{ orders: { subintent_id: string; state: string }[] }>('orders', 'list')
	const [order] = orders
	assert.equal(order?.state, 'settled')
	const begins = order?.subintent_id.split('1')[1]?.slice(0, 8) ?? ''
	assert.match(await done('orders', 'list'), new RegExp(`^${begins} +settled +100 XRD +\\d`, 'm'))
	const trace = await done('orders', 'trace', begins, '--manifests')
	const expected = [
		/validated and accepted/,
		/Delta: asked to fill it/,
		/Delta: filled it/,
		/signed by the service and published to the solvers/,
		/settled on the ledger/,
		/On the ledger in txid_sim1/,
		/settled +the order, the fill of Delta/,
		/fee paid +\d\.\d+ XRD/,
		/Signed by the user/,
		/Signed by Delta/,
		/Root manifest of txid_sim1/,
	]
	for (const part of expected) assert.match(trace, part)
	const shown = await done('orders', 'show', order?.subintent_id ?? '')
	const [, transaction = ''] = /^transaction +(txid_sim1\w+)/m.exec(shown) ?? []
	assert.equal(await done('orders', 'show', transaction), shown)
	assert.match(await done('orders', 'list', '--transaction', transaction), new RegExp(`^${begins} +settled `, 'm'))
	const { items } = await json<{ items: { subintent_id: string }[] }>('orders', 'trace', begins)
	assert.equal(await done('orders', 'show', items[1]?.subintent_id ?? ''), shown)
})

// shows command: Makers and keys, from creation to revocation
test('a paused maker is not matched until it is resumed', async () => {
	assert.match(
		await done('maker', 'pause', 'Delta', '--reason', 'prices look wrong'),
		/by the operator.*prices look wrong/,
	)
	await untilBook(false)
	assert.match((await sell()).output, /no_liquidity/)
	assert.match(await done('maker', 'resume', 'Delta'), /^state +connected$/m)
	await untilBook(true)
	await untilSold()
})

// shows command: Makers and keys, from creation to revocation
test('a rotated key opens sessions, and the old one no longer does', async () => {
	const { keys } = await json<{ keys: { key_id: string; label?: string }[] }>('keys', 'list', 'Delta')
	const old = keys.find(({ label }) => label === 'bot 1')?.key_id ?? ''
	const keyFile = join(folder, 'second.key')
	await done('keys', 'rotate', old, '--overlap', '0', '--out', keyFile)
	const states = await json<{ keys: { key_id: string; state: string }[] }>('keys', 'list', 'Delta')
	assert.deepEqual(states.keys.map(({ key_id, state }) => [key_id === old, state]).toSorted(), [
		[false, 'valid'],
		[true, 'expired'],
	])
	await maker?.stop()
	await untilBook(false)
	maker = await runMaker(keyFile)
	await untilBook(true)
	await untilSold()
	const [current] = states.keys.filter(({ state }) => state === 'valid')
	assert.match(await done('keys', 'revoke', current?.key_id ?? ''), /^state +revoked$/m)
	await until('its session is closed', async () => {
		const { makers } = await json<{ makers: { name: string; sessions: number }[] }>('maker', 'list')
		return makers.find(({ name }) => name === 'Delta')?.sessions === 0
	})
})

type Shown = WireOf<typeof SettingsReport>

/** Writes settings to a file, as an operator's editor does. */
function writeSettings(name: string, settings: unknown): string {
	const file = join(folder, name)
	writeFileSync(file, typeof settings === 'string' ? settings : JSON.stringify(settings))
	return file
}

// shows decision 65: Agreed settings change without a restart, and orders end under those that they began with
test('settings are printed, edited, compared and applied; those that are refused change nothing', async () => {
	const show = () => json<Shown>('settings', 'show')
	const { version, settings } = await show()
	const levels = (settings.levels as object[]).map(level => ({ ...level, taker_fee: '0.0042' }))
	const file = writeSettings('settings.json', {
		version,
		...settings,
		levels,
		settlement: { prices: { XRD: '0.055' } },
	})
	const diff = await done('settings', 'diff', file)
	assert.match(diff, /^settlement\.prices\.XRD: "0\.05" → "0\.055"$/m)
	assert.match(diff, /^ {2}\+ .*"taker_fee":"0\.0042"/m)
	assert.match(diff, /^valid; nothing was applied$/m)
	assert.equal((await show()).version, version)

	const applied = await done('settings', 'apply', file, '--reason', 'XRD has risen')
	assert.match(applied, /^version \d+ counts from /m)
	const changesIn = (output: string) => output.trimEnd().split('\n').slice(0, -1)
	assert.deepEqual(changesIn(applied), changesIn(diff))
	await until('they are in force', async () => {
		const { in_force, version: newest } = await show()
		return newest > version && in_force === newest
	})
	assert.match(await done('settings', 'show'), /^version \d+ by .*, in force: XRD has risen$/m)
	const info = await fetch(`${place.readNetworkFile().base_url}/trade/info`)
	assert.match(await info.text(), /"taker_fee":"0\.0042"/)

	const present = await show()
	const price = (XRD: unknown) => ({ settlement: { prices: { XRD } } })
	const refused: [name: string, settings: unknown, code: number, named: RegExp][] = [
		['not JSON', '{ "settlement": ', 2, /not JSON\.json: /],
		['no price', price('-1'), 4, /validation_failed.*settlement\.prices\.XRD/s],
		['a restart', { limits: { connections: 1 } }, 4, /validation_failed.*limits: needs a restart/s],
		['overtaken', { version, ...price('0.07') }, 4, /settings_changed/],
	]
	for (const [name, settings, code, named] of refused) {
		const answer = await accord.ask('settings', 'apply', writeSettings(`${name}.json`, settings))
		assert.equal(answer.code, code, answer.output)
		assert.match(answer.output, named)
	}
	assert.deepEqual(await show(), present)
})

// shows decision 38: The doctor runs every check and says what to do
test('when the Gateway stops answering, the doctor says so and what to do', async () => {
	const [ledger] = network.parts()
	assert.ok(ledger !== undefined)
	process.kill(ledger, 'SIGSTOP')
	try {
		const { code, output } = await accord.ask('doctor')
		assert.equal(code, 1, output)
		assert.match(output, /^ok +operator/m)
		assert.match(output, /^FAIL +gateway +.*\n +→ ./m)
	} finally {
		process.kill(ledger, 'SIGCONT')
	}
	await until('the doctor finds the Gateway well again', async () => {
		const { checks } = JSON.parse((await accord.ask('doctor', '--json')).output) as {
			checks: { name: string; ok: boolean }[]
		}
		return checks.find(({ name }) => name === 'gateway')?.ok === true
	})
})

test('error: with the network stopped, commands report that the service is unreachable', async () => {
	const { operator_url } = place.readNetworkFile()
	network.signal('SIGTERM')
	assert.equal(await network.ended, 0)
	const env = ['--operator', operator_url ?? '', '--key-file', join(place.directory, 'operator.key')]
	assert.equal((await accord.ask('status', ...env)).code, 3)
	assert.equal((await accord.ask('status')).code, 2, 'there is no local network to be found')
})
