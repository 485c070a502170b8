import {
	type ApiKeyWire,
	type Clock,
	type IssuedApiKeyWire,
	issueKeyWire,
	keyPathWire,
	makerPathWire,
	type RotatedApiKeyWire,
	rotateKeyWire,
	TradeError,
} from '@accord/protocol'
import type { Kysely } from 'kysely'
import { type IssuedApiKey, issueApiKey, revokeApiKey, rotateApiKey } from '../accounts/api-keys.ts'
import type { TradeApp } from '../api/trade/trade-app.ts'
import type { Bus } from '../bus/bus.ts'
import type { Tables } from '../db/tables.ts'
import { type DescribeMakersDeps, describeMaker, formatApiKey } from './describe-makers.ts'

export type KeyRoutesDeps = DescribeMakersDeps & {
	readonly db: Kysely<Tables>
	readonly clock: Clock
	readonly bus: Bus
}

const overlapDefaultS = 86_400

/** Keys of makers: made and rotated, each shown once, and revoked. */
export function keyRoutes(app: TradeApp, deps: KeyRoutesDeps): void {
	const { clock } = deps
	const issueSchema = { params: makerPathWire, body: issueKeyWire.nullish() }
	app.post('/operator/makers/:maker_id/keys', { schema: issueSchema }, async (request): Promise<IssuedApiKeyWire> => {
		const { maker_id: makerId } = request.params
		await describeMaker(deps, makerId)
		return formatIssued(await issueApiKey(deps, { makerId, label: request.body?.label }), clock.nowMs())
	})
	const rotateSchema = { params: keyPathWire, body: rotateKeyWire.nullish() }
	app.post('/operator/keys/:key_id/rotate', { schema: rotateSchema }, async (request): Promise<RotatedApiKeyWire> => {
		const { overlap_s: overlapS = overlapDefaultS, label } = request.body ?? {}
		const { key_id: keyId } = request.params
		const { issued, replaced } = await rotateApiKey(deps, { keyId, overlapMs: overlapS * 1000, label })
		return { ...formatIssued(issued, clock.nowMs()), replaces: formatApiKey(replaced, clock.nowMs()) }
	})
	app.delete('/operator/keys/:key_id', { schema: { params: keyPathWire } }, async (request): Promise<ApiKeyWire> => {
		const { key_id: keyId } = request.params
		const revoked = await revokeApiKey(deps, { keyId })
		if (revoked === undefined) throw new TradeError('unknown_key', `there is no key ${keyId}`)
		return formatApiKey(revoked, clock.nowMs())
	})
}

function formatIssued(issued: IssuedApiKey, nowMs: number): IssuedApiKeyWire {
	return { ...formatApiKey(issued, nowMs), api_key: issued.apiKey }
}
