import {
	callGateway,
	composeRootPreview,
	intersectWindows,
	orderPreviewFlags,
	previewPayer,
	readItem,
} from '@accord/ledger'
import { Decimal, isClientError, TradeError } from '@accord/protocol'
import { inTransaction } from '../db/transaction.ts'
import { fillWindowMs } from '../intents/deadlines.ts'
import type { Intents } from '../intents/intents.ts'
import { previewLockFeeXrd } from '../intents/preview-payer.ts'
import { readSignedPartial } from '../intents/read-intent.ts'
import type { Left } from '../loops/loop.ts'
import type { Platform } from '../platform/platform.ts'
import { lockOrders } from './end-order-table.ts'
import { type BundledItem, type LateBundle, selectLate, updatePreviewed } from './vetoes-table.ts'

// The guarantee: a bundle that has not settled within seconds is previewed once more, while there is time to match its
// order again. A fill is replaced only if the ledger refuses it but not its order. The order stays published
// in its bundle until another one takes its place, so nothing is lost if no other maker fills its part.

type VetoDeps = { readonly platform: Platform; readonly intents: Pick<Intents, 'costPreview'> }

/** A solver that works takes a bundle within a second or two. */
const lateAfterMs = 4_000
/** A further maker needs the window of a fill, and solvers need time for what comes out. */
const timeNeededMs = fillWindowMs + 10_000
const perRun = 4
const itemXrdMax = Decimal.fromInteger(5)

/** Looks for fills that keep published bundles from settling, and has their parts filled by others (decision 10). */
export async function findVetoes(deps: VetoDeps): Promise<Left> {
	const { clock, db, log } = deps.platform
	const nowMs = clock.nowMs()
	const due = { publishedByMs: nowMs - lateAfterMs, expiresAfterMs: nowMs + timeNeededMs, limit: perRun }
	const late = await selectLate(db.looks, due)
	try {
		for (const bundle of late) await judge(deps, bundle)
	} catch (error) {
		if (!(error instanceof TradeError) || isClientError(error)) throw error
		log.warn({ err: error }, 'could not preview bundles that have not settled')
		return 'done'
	}
	return late.length === perRun ? 'again' : 'done'
}

async function judge(deps: VetoDeps, bundle: LateBundle): Promise<void> {
	const { bus, clock, db, log } = deps.platform
	const vetoing = (await wouldSettle(deps, bundle)) ? [] : await refusedFills(deps, bundle.inner)
	const [order] = bundle.inner
	if (order === undefined) return
	const hashes = vetoing.map(({ subintentHash }) => subintentHash)
	const { isVetoed } = await inTransaction(db.own, async trx => {
		await lockOrders(trx, [order.subintentHash])
		return await updatePreviewed(trx, { bundleNumber: bundle.bundleNumber, vetoing: hashes, nowMs: clock.nowMs() })
	})
	if (!isVetoed) return
	const fills = vetoing.map(({ subintentId, account }) => ({ subintentId, account }))
	log.info({ order: bundle.order, fills }, 'a published order cannot settle because of its fills: others are asked')
	bus.publish('order', { orderHashes: [order.subintentHash] })
}

/** Whether a solver's root over the whole bundle would be committed. */
async function wouldSettle({ platform, intents }: VetoDeps, { items: wrapped }: LateBundle): Promise<boolean> {
	const { gateway, market, service } = platform
	const { networkId } = market
	const items = wrapped.map(item => readItem(item, networkId))
	const { curve, publicKey } = service.keyPair
	const key = { curve, publicKey }
	const preview = composeRootPreview({
		items,
		solver: { account: previewPayer({ account: service.account, publicKey: key }, networkId), publicKey: key },
		lockFeeXrd: previewLockFeeXrd(items.length, itemXrdMax),
		window: intersectWindows(items.map(({ window }) => window)),
		networkId,
	})
	const job = { role: 'taker', client: '', isSetApart: false } as const
	const { status } = await intents.costPreview.inTurn(job, () =>
		callGateway(() => gateway.preview(preview, orderPreviewFlags)),
	)
	return status === 'Succeeded'
}

/** The fills that are refused by themselves; none if the order is. */
async function refusedFills(deps: VetoDeps, inner: readonly BundledItem[]): Promise<BundledItem[]> {
	const refused: BundledItem[] = []
	for (const item of inner) {
		if (!(await isRefused(deps, item))) continue
		if (item.role === 'order') return []
		refused.push(item)
	}
	return refused
}

async function isRefused({ platform, intents }: VetoDeps, item: BundledItem): Promise<boolean> {
	const { account, subintentId, hasPrefix, signedPartialTransaction } = item
	const { refusal } = await intents.costPreview.inspect({
		validated: { account, subintentId, hasPrefix },
		info: readSignedPartial({ networkId: platform.market.networkId }, signedPartialTransaction),
		role: item.role === 'order' ? 'taker' : 'maker',
		client: account,
		alongside: [],
	})
	return refusal !== undefined && refusal.code !== 'already_committed'
}
