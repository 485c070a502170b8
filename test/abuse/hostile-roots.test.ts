import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { CodecError } from '@accord/codec'
import { LedgerError } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { type AnyRoot, commitRoot, inTurn, previewRoot, type RootOutcome } from '../fixtures/any-root.ts'
import { type HostileSolver, hostileKinds, hostileRoot } from '../fixtures/hostile-roots.ts'
import { fundedParticipant, startTestLedger } from '../fixtures/ledger.ts'
import { PublishedBundles } from '../fixtures/published-bundles.ts'
import { randomOf } from '../network/mutated-bytes.ts'
import { treasuryMarkers } from '../network/treasury-markers.ts'

// Abuse case 58. A longer run: ACCORD_TEST_MINUTES=90 ACCORD_HOSTILE_ROOTS=100000 npm test -- test/abuse/hostile-roots.test.ts

const count = Number(process.env.ACCORD_HOSTILE_ROOTS ?? 500)
const seed = Number(process.env.ACCORD_SEED ?? 20_261_127)
/** One in so many roots that fail in a preview is committed all the same: only commits cost their sender. */
const committedOneIn = 10

/** What became of the roots of one kind. Costs are of those that failed. */
type Row = { tried: number; settled: number; readonly costs: Decimal[]; readonly reasons: Map<string, number> }

/** A ledger with published bundles and a solver that wants only one side of them. */
async function start(t: TestContext, { isBound }: { isBound: boolean }): Promise<HostileSolver> {
	const ledger = await startTestLedger()
	t.after(() => ledger.stop())
	ledger.clock.freeze()
	const random = randomOf(seed)
	const funds = { XRD: '1000000', xUSDC: '100000' }
	const account = await fundedParticipant(ledger, { name: 'hostile-solver', funds })
	const rival = await fundedParticipant(ledger, { name: 'honest-solver', funds })
	await ledger.treasury.fund(ledger.service.account, [
		{ resource: ledger.resource('XRD'), amount: Decimal.fromInteger(1000) },
	])
	const bundles = await PublishedBundles.start(ledger, { random, isBound })
	// From here on the box has its vaults, so that no root fails for want of one.
	const [first] = bundles.open
	const items = first?.items ?? []
	bundles.take(commitRoot(ledger, { sender: rival, items, steps: inTurn(items.length) }).finalized)
	const ownMarkers = await treasuryMarkers(ledger, [account.keyPair])
	return { ledger, account, rival, random, bundles, ownMarkers }
}

/** Tries a root, and commits it if it would succeed. */
function tryRoot({ ledger, bundles, random }: HostileSolver, root: AnyRoot): RootOutcome & { oneSided: number } {
	const { settled, ...previewed } = composed(() => previewRoot(ledger, root))
	if (!settled && (previewed.feeXrd === 0n || random(committedOneIn) > 0)) return { settled, ...previewed, oneSided: 0 }
	const { finalized, ...committed } = commitRoot(ledger, root)
	assert.equal(committed.settled, settled, `seed ${seed}: ${previewed.reason} ${committed.reason}`)
	assert.equal(finalized.size > 0, settled)
	return { ...committed, oneSided: bundles.take(finalized).oneSided.length }
}

/** What is not even a transaction costs nothing. */
function composed(compose: () => RootOutcome): RootOutcome {
	try {
		return compose()
	} catch (error) {
		const isInvalid =
			error instanceof CodecError || (error instanceof LedgerError && error.code === 'invalid_transaction')
		if (!isInvalid) throw error
		return { settled: false, feeXrd: Decimal.zero, reason: error.message }
	}
}

/** Tries so many roots of all kinds in turn. */
function tryRoots(solver: HostileSolver, roots: number) {
	const rows = new Map(hostileKinds.map(kind => [kind, newRow()]))
	let oneSided = 0
	for (let n = 0; n < roots; n++) {
		const kind = hostileKinds[n % hostileKinds.length] ?? assert.fail()
		const row = rows.get(kind) ?? assert.fail()
		const tried = tryRoot(solver, hostileRoot(solver, kind))
		oneSided += tried.oneSided
		row.tried += 1
		if (tried.settled) row.settled += 1
		else {
			row.costs.push(tried.feeXrd)
			row.reasons.set(shortened(tried.reason), (row.reasons.get(shortened(tried.reason)) ?? 0) + 1)
		}
	}
	return { oneSided, rows }
}

const newRow = (): Row => ({ tried: 0, settled: 0, costs: [], reasons: new Map() })

/** The name of the ledger's innermost error. */
function shortened(reason: string): string {
	const names = reason.split(' {')[0]?.match(/[A-Z][A-Za-z]{4,}/g) ?? []
	return (
		names.filter(name => !/^(Subintent|Intent|SubintentHash|SubintentIndex|IntentHash)$/.test(name)).at(-1) ?? reason
	)
}

function describe(kind: string, { tried, settled, costs, reasons }: Row): string {
	const inXrd = (cost: Decimal) => Decimal.format(Decimal.roundDown(cost, 3))
	const mean = Decimal.divDown(Decimal.sum(costs), Decimal.fromInteger(Math.max(1, costs.length)))
	const most = costs.reduce(Decimal.max, Decimal.zero)
	const why = [...reasons].sort(([, a], [, b]) => b - a).map(([reason, times]) => `${reason} ${times}`)
	return `${kind}: ${tried} tried, ${settled} settled; a failure costs ${inXrd(mean)} XRD, at most ${inXrd(most)}: ${why.slice(0, 3).join(', ')}`
}

// Abuse case 58
// shows decision 13: Bundles are bound
test(`${count} hostile roots settle whole bundles or nothing`, async t => {
	const solver = await start(t, { isBound: true })
	const startedMs = performance.now()
	const { oneSided, rows } = tryRoots(solver, count)
	t.diagnostic(`seed ${seed}; ${((count * 1000) / (performance.now() - startedMs)).toFixed(1)} roots a second`)
	for (const [kind, row] of rows) t.diagnostic(describe(kind, row))
	assert.equal(oneSided, 0)
	assert.ok(
		[...rows.values()].some(({ settled }) => settled > 0),
		'whole bundles settle',
	)
	const { ledger, markers } = solver.ledger
	assert.deepEqual(
		ledger.fungibles(markers.box).filter(({ amount }) => amount !== '0'),
		[],
	)
})

test('the same roots take one side of bundles that are not bound', async t => {
	const { oneSided } = tryRoots(await start(t, { isBound: false }), 3 * hostileKinds.length)
	t.diagnostic(`${oneSided} orders and fills settled without the rest of their bundle`)
	assert.ok(oneSided > 0)
})
