import { Decimal, type Fee, TradeError } from '@accord/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { Market } from '../market/market.ts'

/** The integrator that an order names, as it is when the order arrives. */
export type NamedIntegrator = { readonly code: string; readonly share: string; readonly isRevoked: boolean }

/** The {@link NamedIntegrator} of a code, as one column; null if there is none. */
export function namedIntegratorJson(code: RawBuilder<unknown>) {
	return sql<NamedIntegrator | null>`(
		select jsonb_build_object('code', i.code, 'share', i.share::text, 'isRevoked', i.revoked_at_ms is not null)
		from integrator i where i.code = ${code}
	)`
}

/** @throws TradeError `unknown_integrator` if an order names a code that is unknown or revoked */
export function requireIntegrator(code: string | undefined, found: NamedIntegrator | undefined): void {
	if (code === undefined || found?.isRevoked === false) return
	const detail =
		found === undefined
			? `there is no integrator ${code}: leave integrator out, or ask the operator for a code`
			: `the integrator ${code} is revoked`
	const errors = [{ pointer: '/integrator', expected: 'a code that the operator gave out', found: code }]
	throw new TradeError('unknown_integrator', detail, { errors })
}

/** An integrator's share of an order's platform fee, rounded down to the token's unit. */
export function shareDue(
	market: Market,
	{ fee: { symbol, platformAmount }, share }: { readonly fee: Fee; readonly share: string },
): Decimal {
	const { divisibility } = market.token(symbol)
	return Decimal.roundDown(Decimal.mulDown(platformAmount, Decimal.parse(share)), divisibility)
}
