import * as z from 'zod'
import { addressWire, countWire, textWire, timestampWire } from '../../fields.ts'
import { omitUndefined } from '../../omit-undefined.ts'
import { type ApiKey, apiKeyStates, type IssuedApiKey, type Maker, type RotatedApiKey } from '../../operator/maker.ts'
import { formatPause, makerPauseWire, parsePause } from '../maker-api.ts'

// Makers, their keys and accounts in the operator's own interface, which has its own port and key.

const idWire = textWire.min(1).max(128)

/** An API key without its secret. */
export const apiKeyWire = z.object({
	key_id: z.string().describe('Identifies the key in this interface; it authorizes nothing.'),
	maker_id: z.string(),
	label: z.string().optional(),
	prefix: z.string().describe('The key’s first characters.'),
	state: z.enum(apiKeyStates),
	created_at_ms: timestampWire,
	expires_at_ms: timestampWire.optional().describe('Absent: it never expires.'),
	revoked_at_ms: timestampWire.optional(),
	last_used_at_ms: timestampWire.optional().describe('To the minute.'),
})
export type ApiKeyWire = z.infer<typeof apiKeyWire>

/** Reads a key. */
export function parseApiKey(wire: ApiKeyWire): ApiKey {
	return omitUndefined({
		keyId: wire.key_id,
		makerId: wire.maker_id,
		label: wire.label,
		prefix: wire.prefix,
		state: wire.state,
		createdAtMs: wire.created_at_ms,
		expiresAtMs: wire.expires_at_ms,
		revokedAtMs: wire.revoked_at_ms,
		lastUsedAtMs: wire.last_used_at_ms,
	})
}

/** The wire's key, without its secret. */
export function formatApiKey(key: ApiKey): ApiKeyWire {
	return omitUndefined({
		key_id: key.keyId,
		maker_id: key.makerId,
		label: key.label,
		prefix: key.prefix,
		state: key.state,
		created_at_ms: key.createdAtMs,
		expires_at_ms: key.expiresAtMs,
		revoked_at_ms: key.revokedAtMs,
		last_used_at_ms: key.lastUsedAtMs,
	})
}

/** A key that was just issued: the only time its secret is returned. */
export const issuedApiKeyWire = apiKeyWire.extend({ api_key: z.string() })
export type IssuedApiKeyWire = z.infer<typeof issuedApiKeyWire>

/** Reads a key that was just issued. */
export function parseIssuedApiKey(wire: IssuedApiKeyWire): IssuedApiKey {
	return { ...parseApiKey(wire), apiKey: wire.api_key }
}

/** The wire's issued key. */
export function formatIssuedApiKey(key: IssuedApiKey): IssuedApiKeyWire {
	return { ...formatApiKey(key), api_key: key.apiKey }
}

/** A new key and the one it replaces, which stays valid until the overlap ends. */
export const rotatedApiKeyWire = issuedApiKeyWire.extend({ replaces: apiKeyWire })
export type RotatedApiKeyWire = z.infer<typeof rotatedApiKeyWire>

/** Reads the answer of POST /operator/keys/:key_id/rotate. */
export function parseRotatedApiKey(wire: RotatedApiKeyWire): RotatedApiKey {
	return { ...parseIssuedApiKey(wire), replaces: parseApiKey(wire.replaces) }
}

/** The answer of POST /operator/keys/:key_id/rotate. */
export function formatRotatedApiKey(key: RotatedApiKey): RotatedApiKeyWire {
	return { ...formatIssuedApiKey(key), replaces: formatApiKey(key.replaces) }
}

/** A registered market maker. */
export const makerWire = z.object({
	maker_id: z.string(),
	name: z.string(),
	created_at_ms: timestampWire,
	accounts: z.array(z.object({ address: addressWire, level: countWire })),
	keys: z.array(apiKeyWire),
	pauses: z.array(makerPauseWire).describe('In force now.'),
	sessions: countWire.describe('Open at this node.'),
	open_parts: countWire.describe('Asked of it and not answered.'),
	open_fills: countWire.describe('Accepted and not ended.'),
})
export type MakerWire = z.infer<typeof makerWire>

/** Reads a maker. */
export function parseMaker(wire: MakerWire): Maker {
	return {
		makerId: wire.maker_id,
		name: wire.name,
		createdAtMs: wire.created_at_ms,
		accounts: wire.accounts,
		keys: wire.keys.map(parseApiKey),
		pauses: wire.pauses.map(parsePause),
		sessions: wire.sessions,
		openParts: wire.open_parts,
		openFills: wire.open_fills,
	}
}

/** The wire's maker. */
export function formatMaker(maker: Maker): MakerWire {
	return {
		maker_id: maker.makerId,
		name: maker.name,
		created_at_ms: maker.createdAtMs,
		accounts: maker.accounts.map(({ address, level }) => ({ address, level })),
		keys: maker.keys.map(formatApiKey),
		pauses: maker.pauses.map(formatPause),
		sessions: maker.sessions,
		open_parts: maker.openParts,
		open_fills: maker.openFills,
	}
}

/** GET /operator/makers. */
export const makersWire = z.object({ makers: z.array(makerWire) })
export type MakersWire = z.infer<typeof makersWire>

/** Reads the answer of GET /operator/makers. */
export function parseMakers({ makers }: MakersWire): Maker[] {
	return makers.map(parseMaker)
}

/** The answer of GET /operator/makers. */
export function formatMakers(makers: readonly Maker[]): MakersWire {
	return { makers: makers.map(formatMaker) }
}

/** Body of POST /operator/makers. `level` applies to all the accounts. */
export const createMakerWire = z.strictObject({
	name: textWire.min(1).max(128),
	accounts: z.array(addressWire).max(100),
	level: countWire.optional(),
})
export type CreateMakerWire = z.infer<typeof createMakerWire>

/** Body of POST /operator/makers/:maker_id/accounts: additional accounts. */
export const addMakerAccountsWire = z.strictObject({ accounts: z.array(addressWire).min(1).max(100) })
export type AddMakerAccountsWire = z.infer<typeof addMakerAccountsWire>

/** Body of POST /operator/makers/:maker_id/pause, which is optional. */
export const operatorPauseWire = z.strictObject({ reason: textWire.max(256).optional() })
export type OperatorPauseWire = z.infer<typeof operatorPauseWire>

/** Body of POST /operator/makers/:maker_id/resume, which is optional. */
export const operatorResumeWire = z.strictObject({})
export type OperatorResumeWire = z.infer<typeof operatorResumeWire>

/** Path parameters of one maker. */
export const makerPathWire = z.object({ maker_id: idWire })

/** Path parameters of one key. */
export const keyPathWire = z.object({ key_id: idWire })

/** Body of POST /operator/makers/:maker_id/keys, which is optional. */
export const issueKeyWire = z.strictObject({ label: textWire.min(1).max(128).optional() })
export type IssueKeyWire = z.infer<typeof issueKeyWire>

/** The most seconds for which a replaced key may stay valid: 30 days. */
export const overlapSecondsMax = 2_592_000

/** Body of POST /operator/keys/:key_id/rotate, which is optional. */
export const rotateKeyWire = z.strictObject({
	overlap_s: countWire.max(overlapSecondsMax).optional().describe('86400 when absent; 0 ends the old key at once.'),
	label: textWire.min(1).max(128).optional().describe('The replaced key’s when absent.'),
})
export type RotateKeyWire = z.infer<typeof rotateKeyWire>

/** Body of PUT /operator/accounts/:address/level. */
export const setLevelWire = z.strictObject({ level: countWire })
export type SetLevelWire = z.infer<typeof setLevelWire>

/** GET and PUT /operator/accounts/:address/level, for any account. */
export const operatorLevelWire = z.object({ address: addressWire, level: countWire })
export type OperatorLevelWire = z.infer<typeof operatorLevelWire>
