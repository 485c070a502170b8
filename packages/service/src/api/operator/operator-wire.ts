import type { ApiKeyWire, MakerWire } from '@accord/protocol'
import { type ApiKey, apiKeyState } from '../../accounts/api-keys.ts'
import type { MakerDescription } from '../../operator/describe-makers.ts'
import { formatPause } from '../maker/maker-wire.ts'

/** A maker as the operator sees it. */
export function formatMaker(maker: MakerDescription, nowMs: number): MakerWire {
	return {
		maker_id: maker.makerId,
		name: maker.name,
		created_at_ms: maker.createdAtMs,
		accounts: maker.accounts.map(({ address, level }) => ({ address, level })),
		keys: maker.keys.map(key => formatApiKey(key, nowMs)),
		pauses: maker.pauses.map(formatPause),
		sessions: maker.sessions,
		open_parts: maker.openParts,
		open_fills: maker.openFills,
	}
}

/** An API key, without the key itself. */
export function formatApiKey(key: ApiKey, nowMs: number): ApiKeyWire {
	const { label, expiresAtMs, revokedAtMs, lastUsedAtMs } = key
	return {
		key_id: key.keyId,
		maker_id: key.makerId,
		prefix: key.prefix,
		state: apiKeyState(key, nowMs),
		created_at_ms: key.createdAtMs,
		...(label === undefined ? {} : { label }),
		...(expiresAtMs === undefined ? {} : { expires_at_ms: expiresAtMs }),
		...(revokedAtMs === undefined ? {} : { revoked_at_ms: revokedAtMs }),
		...(lastUsedAtMs === undefined ? {} : { last_used_at_ms: lastUsedAtMs }),
	}
}
