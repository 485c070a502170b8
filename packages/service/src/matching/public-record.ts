import { randomBytes } from 'node:crypto'
import type { LegOffersRecord, MatchRecord, OfferRecord, RouteRecord } from './match-record.ts'

// The guarantee: anyone with this text can repeat the match by the published rules, and learns from it neither who the
// makers are nor when they quoted. Its hash is on the ledger with the trade (docs/best-execution.md).

/** The most characters of the levels in an order's record. */
const levelsCharactersMax = 262_144

type Matched = {
	/** The order's subintent id. */
	readonly order: string
	readonly atMs: number
	/** The record's current length, if the order has been matched before. */
	readonly length?: number
}

/**
 * A match as one line of its order's public record, in JSON. Makers are numbered by the priority of their best levels.
 * Each level's third member is its place by the time of its last change; no two makers share one. The nonce keeps the
 * hash from being guessed before the record is published. Levels that would make the record too long are left out.
 */
export function publicRecord(record: MatchRecord, { order, atMs, length = 0 }: Matched): string {
	const { offers, routes, parts, ...terms } = record
	const makers = new Map<string, number>()
	const numberOf = (makerId: string) => makers.get(makerId) ?? makers.set(makerId, makers.size + 1).size
	const shown = offers && {
		offers: showOffers(offers, numberOf),
		...(routes && { routes: showRoutes(routes, numberOf) }),
	}
	const nonce = randomBytes(16).toString('hex')
	const shownParts = parts.map(({ maker_id, ...part }) => ({ maker: numberOf(maker_id), ...part }))
	const line = (levels: object) => JSON.stringify({ order, at_ms: atMs, nonce, ...terms, ...levels, parts: shownParts })
	const whole = line(shown ?? {})
	return length + whole.length <= levelsCharactersMax ? whole : line({})
}

type NumberOf = (makerId: string) => number

function showRoutes(routes: readonly RouteRecord[], numberOf: NumberOf) {
	const show = ({ offers, ...leg }: LegOffersRecord) => ({ ...leg, offers: showOffers(offers, numberOf) })
	return routes.map(({ via, legs }) => ({ via, legs: legs.map(show) }))
}

function showOffers(offers: readonly OfferRecord[], numberOf: NumberOf) {
	const places = placesByTime(offers)
	return offers.map(({ maker_id, levels, ...offer }, at) => ({
		maker: numberOf(maker_id),
		...offer,
		levels: levels.map(([price, amount, changedAt]) => [price, amount, places[at]?.get(changedAt) ?? 0]),
	}))
}

/**
 * For each offer, the places of its times: levels of the same price are filled by time, and by maker id at the same
 * time.
 */
function placesByTime(offers: readonly OfferRecord[]): readonly ReadonlyMap<number, number>[] {
	const places = offers.map(({ levels }) => new Map(levels.map(([, , changedAt]) => [changedAt, 0])))
	const all = offers.flatMap(({ maker_id: makerId }, at) =>
		[...(places[at]?.keys() ?? [])].map(changedAt => ({ at, makerId, changedAt })),
	)
	all.sort((a, b) => a.changedAt - b.changedAt || (a.makerId < b.makerId ? -1 : 1))
	for (const [before, { at, changedAt }] of all.entries()) places[at]?.set(changedAt, before + 1)
	return places
}
