import { itemEvents, previewedEvents, rootEvents, rootEventsMax } from '@accord/ledger'
import type { PreviewRole } from './preview-queue.ts'

// What the items of a bundle share (decision 17): the ledger bounds the execution units and the events of a transaction.

/** The most execution units that an order or fill may use. */
export const executionUnitsMax: Readonly<Record<PreviewRole, number>> = {
	taker: 84_000_000,
	check: 84_000_000,
	maker: 12_000_000,
}

/** The most events of a fill, its prefix included. */
const fillEventsMax = 30
const unitsOfItems = 96_000_000

/** How many fills the ledger's transaction has units for beside this order. */
export function fillsWithin(executionUnits: number): number {
	return Math.floor((unitsOfItems - executionUnits) / executionUnitsMax.maker)
}

type Sharing = { readonly role: PreviewRole; readonly executionUnits: number; readonly makersPerOrder: number }

/** How many events an intent must leave free in its own preview, so that its bundle fits into a transaction. */
export function eventsOfOthers({ role, executionUnits, makersPerOrder }: Sharing): number {
	const free = rootEventsMax - previewedEvents
	if (role === 'maker') return free - (fillEventsMax - itemEvents)
	const ofFills = Math.min(makersPerOrder, fillsWithin(executionUnits)) * fillEventsMax
	return free - (rootEventsMax - rootEvents - itemEvents - ofFills)
}
