import { type Amount, Decimal, type LimitOrder } from '@accord/protocol'
import type { Outcome } from '../check/check.ts'
import type { BrowserStorage } from '../session/browser-storage.ts'

/** What this browser found when it checked an order, and the middle of the book when it sent it (in quote per base). */
export type KeptReceipt = {
	readonly verdict?: Verdict
	readonly mid?: Decimal
}

/** `of` are the figures that were checked (`figuresText`): the outcome says nothing about others under the same id. */
export type Verdict = { readonly outcome: Outcome; readonly of: string }

export type Figures = { readonly account: string; readonly limitOrder: LimitOrder; readonly surplus?: Amount }

/** Equal texts mean equal figures of a settled order. */
export function figuresText({ account, limitOrder: { sell, buy }, surplus }: Figures): string {
	const amounts = [sell, buy, ...(surplus === undefined ? [] : [surplus])]
	return [account, ...amounts.map(({ amount, symbol }) => `${Decimal.format(amount)} ${symbol}`)].join(', ')
}

/** What a verdict says about figures: what was found good cannot be these if they are others. */
export function outcomeFor(of: string, verdict: Verdict | undefined): Outcome | undefined {
	return verdict?.outcome === 'holds' && verdict.of !== of ? 'fails' : verdict?.outcome
}

type Storage = Pick<BrowserStorage, 'getItem' | 'setItem'>

const storageKey = 'accord.receipts'
/** The oldest are forgotten, and checked again when they are shown. */
export const keptReceiptsMax = 600

/** By subintent id. Unreadable entries are ignored. */
export function readReceipts(storage: Storage): ReadonlyMap<string, KeptReceipt> {
	try {
		const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]')
		return new Map(Array.isArray(kept) ? kept.slice(0, keptReceiptsMax).flatMap(parseEntry) : [])
	} catch {
		return new Map()
	}
}

/** The middle of the book when this browser sent an order, if it did. */
export function keptMid(storage: Storage, id: string): Pick<KeptReceipt, 'mid'> {
	const mid = readReceipts(storage).get(id)?.mid
	return mid === undefined ? {} : { mid }
}

/** Adds to what is kept of an order. */
export function keepReceipt(storage: Storage, id: string, receipt: KeptReceipt): void {
	const kept = readReceipts(storage)
	const entries = [[id, { ...kept.get(id), ...receipt }] as const, ...[...kept].filter(([other]) => other !== id)]
	const wire = entries
		.slice(0, keptReceiptsMax)
		.map(([key, { verdict, mid }]) => [
			key,
			verdict?.outcome ?? null,
			mid === undefined ? null : Decimal.format(mid),
			verdict?.of ?? null,
		])
	try {
		storage.setItem(storageKey, JSON.stringify(wire))
	} catch {
		// Without storage, each visit checks again.
	}
	for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()

/** Calls back when a receipt is kept. */
export function subscribeReceipts(onChange: () => void): () => void {
	listeners.add(onChange)
	return () => listeners.delete(onChange)
}

/** Equal texts mean equal receipts. */
export function receiptsText(storage: Storage): string {
	return storage.getItem(storageKey) ?? ''
}

const outcomes: readonly unknown[] = ['holds', 'fails', 'unknown']

function parseEntry(entry: unknown): [string, KeptReceipt][] {
	if (!Array.isArray(entry)) return []
	const [id, outcome, text, of] = entry as unknown[]
	const mid = Decimal.tryParse(text)
	if (typeof id !== 'string') return []
	const isVerdict = outcomes.includes(outcome) && typeof of === 'string'
	const known = isVerdict ? { verdict: { outcome: outcome as Outcome, of } } : {}
	return [[id, { ...known, ...(mid === undefined ? {} : { mid }) }]]
}
