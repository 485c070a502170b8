import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { accountAddress } from '../../codec.ts'
import type { CommitRecord } from '../../engine/commit-record.ts'
import { type InstamintState, readInstamint } from '../../instamint/instamint-state.ts'
import { instamintActManifest } from '../../instamint/operator-manifests.ts'
import { playSeed } from '../../keys/play-keys.ts'
import { composeTransaction } from '../../transaction/transaction.ts'
import { LocalLedger } from '../local-ledger.ts'
import { genesisKeys } from './genesis-keys.ts'
import { genesisVersion, openGenesis } from './open-genesis.ts'
import { openLedger } from './open-ledger.ts'
import { previewsOf } from './renew-prices.ts'

const networkId = 242
const keys = genesisKeys({ seed: playSeed, networkId })
const { treasury } = keys
const seed = playSeed
const folders: string[] = []
after(() => {
	for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function folder(): string {
	const path = mkdtempSync(join(tmpdir(), 'accord-genesis-'))
	folders.push(path)
	return path
}

/** A clock that can be set. */
const clock = { now: Date.UTC(2026, 0, 1), nowMs: () => clock.now, wakeAt: () => () => {} }
const templates = folder()

function read(ledger: LocalLedger, component: string): Promise<InstamintState> {
	return readInstamint(previewsOf(ledger), { component, networkId })
}

const aDayMs = 24 * 60 * 60 * 1000

test('a new ledger has its tokens and its component, at fresh prices, with the three customers', async () => {
	const { ledger, genesis } = await openLedger({ clock, seed, templates })
	const { instamint, tokens } = genesis
	assert.equal(ledger.info.proposerTimestampMs, clock.now)
	const state = await read(ledger, instamint.component)
	assert.equal(state.badge, instamint.badge)
	assert.equal(state.priceValidityS, 7 * 24 * 60 * 60)
	assert.deepEqual(
		state.customers.map(({ id, account, allowanceXrd }) => ({
			id,
			account,
			allowanceXrd: Decimal.format(allowanceXrd),
		})),
		instamint.customers.map(({ id, account }) => ({ id, account, allowanceXrd: '1000000' })),
	)
	assert.deepEqual(
		instamint.customers.map(({ name }) => name),
		['reference-maker', 'maker-1', 'maker-2'],
	)
	const [xrd, ...mintable] = tokens
	assert.equal(xrd?.resourceAddress, ledger.info.xrd)
	assert.deepEqual(
		mintable.map(({ symbol, resourceAddress, divisibility }) => {
			const token = state.tokens.get(resourceAddress) ?? assert.fail(symbol)
			assert.deepEqual([token.isEnabled, token.divisibility, token.pricedAtMs], [true, divisibility, clock.now])
			return [symbol, Decimal.format(token.priceXrd), ledger.resource(resourceAddress)?.totalSupply]
		}),
		[
			['xUSDC', '20', '1000000000000'],
			['xUSDT', '20', '1000000000000'],
			['xwBTC', '1200000', '21000000'],
			['xETH', '60000', '1000000000'],
		],
	)
	ledger.close()
})

test('a ledger started from the template equals one started from nothing', async () => {
	const { ledger, genesis } = await openLedger({ clock, seed, templates })
	const other = new LocalLedger({ clock, treasury })
	assert.deepEqual(openGenesis(other, keys), genesis)
	for (let version = 2; version <= genesisVersion; version++) {
		assert.equal(ledger.rawTransaction(version), other.rawTransaction(version))
		assert.deepEqual(timeless(ledger.record(version)), timeless(other.record(version)))
	}
	ledger.close()
	other.close()
})

test('a ledger in a directory continues from its template, and its prices are set again, unchanged, when a day old', async () => {
	const directory = folder()
	const first = await openLedger({ clock, seed, directory, templates })
	const { component } = first.genesis.instamint
	const [, usdc] = first.genesis.tokens
	const pricesXrd = new Map([[usdc?.resourceAddress ?? '', Decimal.parse('25')]])
	act(first.ledger, component, pricesXrd)
	const { stateVersion } = first.ledger.info
	first.ledger.close()

	clock.now += aDayMs / 2
	const second = await openLedger({ clock, seed, directory, templates })
	assert.deepEqual(second.genesis, first.genesis)
	assert.equal(second.ledger.info.stateVersion, stateVersion, 'nothing to renew yet')
	second.ledger.close()

	clock.now += aDayMs
	const third = await openLedger({ clock, seed, directory, templates })
	const { tokens } = await read(third.ledger, component)
	assert.deepEqual(
		[...tokens.values()].map(({ pricedAtMs }) => pricedAtMs),
		Array(4).fill(clock.now),
	)
	assert.equal(tokens.get(usdc?.resourceAddress ?? '')?.priceXrd, Decimal.parse('25'))
	third.ledger.close()
})

/** Leaves out everything that depends on the time of a commit; the time of a price is in its event. */
function timeless({ timestampMs: _, epoch: _epoch, round: _round, events = [], ...record }: CommitRecord) {
	return { ...record, events: events.map(({ name, emitter }) => ({ name, emitter })) }
}

function act(ledger: LocalLedger, component: string, pricesXrd: ReadonlyMap<string, Decimal>): void {
	const { epoch } = ledger.info
	const payer = accountAddress(keys.operator, networkId)
	const acts = [{ kind: 'set_prices', pricesXrd }] as const
	const manifest = instamintActManifest({ component, payer, lockFeeXrd: Decimal.parse('5'), acts })
	const window = { startEpoch: epoch, endEpoch: epoch + 2 }
	const { notarizedTransaction } = composeTransaction({ manifest, window, keyPair: keys.operator, networkId })
	assert.equal(ledger.submit(notarizedTransaction).outcome, 'CommittedSuccess')
}

test('a template that is corrupt, cut off or incomplete does no harm, and is made again', async () => {
	const { genesis, ledger } = await openLedger({ clock, seed, templates })
	ledger.close()
	const log = () => join(templates, readdirSync(templates)[0] ?? '', 'commits.log')
	const whole = readFileSync(log())
	const spoiled = Buffer.from(whole)
	spoiled[1000] = (spoiled[1000] ?? 0) ^ 1
	const cases = [spoiled, Buffer.alloc(0), whole.subarray(0, whole.length - 10), Buffer.from('nonsense')]
	for (const bytes of cases) {
		for (const directory of [undefined, folder()]) {
			writeFileSync(log(), bytes)
			const opened = await openLedger({ clock, seed, directory, templates })
			assert.deepEqual(opened.genesis, genesis)
			assert.equal((await read(opened.ledger, genesis.instamint.component)).customers.length, 3)
			opened.ledger.close()
			const again = await openLedger({ clock, seed, templates })
			again.ledger.close()
			assert.ok(readFileSync(log()).equals(whole))
		}
	}
})

test('where no template can be kept a ledger starts without one', async () => {
	const file = join(folder(), 'file')
	writeFileSync(file, '')
	const { ledger, genesis } = await openLedger({ clock, seed, templates: join(file, 'templates') })
	assert.equal((await read(ledger, genesis.instamint.component)).customers.length, 3)
	ledger.close()
})

test('a ledger whose first transactions were interrupted continues with them', async () => {
	const directory = folder()
	const half = new LocalLedger({ directory, clock, treasury })
	const { submit } = half
	let commits = 0
	half.submit = transaction => {
		if (++commits > 2) throw new Error('killed')
		return submit.call(half, transaction)
	}
	assert.throws(() => openGenesis(half, keys), /killed/)
	half.close()
	const { ledger, genesis } = await openLedger({ clock, seed, directory, templates })
	assert.equal((await read(ledger, genesis.instamint.component)).customers.length, 3)
	ledger.close()
})

test('error: a ledger that began differently is refused, and stays as it is', async () => {
	const directory = folder()
	const former = new LocalLedger({ directory, clock, treasury })
	const manifest = `CALL_METHOD Address("${accountAddress(treasury, networkId)}") "lock_fee" Decimal("1");`
	const window = { startEpoch: 2, endEpoch: 100 }
	former.submit(composeTransaction({ manifest, window, keyPair: treasury, networkId }).notarizedTransaction)
	former.close()
	const before = readFileSync(join(directory, 'commits.log'))
	await assert.rejects(openLedger({ clock, seed, directory, templates }), /made by another version of the program/)
	assert.ok(readFileSync(join(directory, 'commits.log')).equals(before))
})
