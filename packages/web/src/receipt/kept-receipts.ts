import { Decimal } from '@accord/protocol'
import type { Outcome } from '../check/check.ts'
import type { BrowserStorage } from '../session/browser-storage.ts'

/** What this browser found when it checked an order, and the middle of the book when it sent it (in quote per base). */
export type KeptReceipt = {
	readonly outcome?: Outcome
	readonly mid?: Decimal
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

/** Adds to what is kept of an order. */
export function keepReceipt(storage: Storage, id: string, receipt: KeptReceipt): void {
	const kept = readReceipts(storage)
	const entries = [[id, { ...kept.get(id), ...receipt }] as const, ...[...kept].filter(([other]) => other !== id)]
	const wire = entries
		.slice(0, keptReceiptsMax)
		.map(([key, { outcome = null, mid }]) => [key, outcome, mid === undefined ? null : Decimal.format(mid)])
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
	const [id, outcome, text] = entry as unknown[]
	const mid = Decimal.tryParse(text)
	if (typeof id !== 'string') return []
	const known = outcomes.includes(outcome) ? { outcome: outcome as Outcome } : {}
	return [[id, { ...known, ...(mid === undefined ? {} : { mid }) }]]
}
