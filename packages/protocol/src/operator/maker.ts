import * as z from '#schema'
import { addressWire, countWire, textWire, timestampWire } from '../fields.ts'
import { MakerPause } from '../maker/maker-pause.ts'
import { MakerStats } from '../maker/maker-stats.ts'
import { list, message, request, type ValueOf } from '../message.ts'
import { allowedFromWire } from './allowed-from.ts'

export const apiKeyStates = ['valid', 'expired', 'revoked'] as const
export type ApiKeyState = (typeof apiKeyStates)[number]

/** An API key without its secret. */
export type ApiKey = ValueOf<typeof ApiKey>
export const ApiKey = message({
	keyId: z.string().describe('Identifies the key in this interface; it authorizes nothing.'),
	makerId: z.string(),
	label: z.string().optional(),
	prefix: z.string().describe('The key’s first characters.'),
	state: z.enum(apiKeyStates),
	createdAtMs: timestampWire,
	expiresAtMs: timestampWire.optional().describe('Absent: it never expires.'),
	revokedAtMs: timestampWire.optional(),
	lastUsedAtMs: timestampWire.optional().describe('To the minute.'),
	allowedFrom: allowedFromWire.optional().describe('Absent: from anywhere.'),
})

/** A key that was just issued: the only time its secret is available. */
export type IssuedApiKey = ValueOf<typeof IssuedApiKey>
export const IssuedApiKey = ApiKey.extend({ apiKey: z.string() })

/** A new key and the one it replaces, which stays valid until the overlap ends. */
export type RotatedApiKey = ValueOf<typeof RotatedApiKey>
export const RotatedApiKey = IssuedApiKey.extend({ replaces: ApiKey })

/** An account and its index into the fee table. */
export type AccountLevel = ValueOf<typeof accountLevel>
const accountLevel = message({ address: addressWire, level: countWire })

/** GET and PUT /operator/accounts/:address/level, for any account. */
export const operatorLevelWire = z.object({ address: addressWire, level: countWire })

/** A registered market maker. */
export type Maker = ValueOf<typeof Maker>
export const Maker = message({
	makerId: z.string(),
	name: z.string(),
	createdAtMs: timestampWire,
	accounts: list(accountLevel),
	keys: list(ApiKey),
	pauses: list(MakerPause).describe('In force now.'),
	/** The sessions open at the node that answered. */
	sessions: countWire.describe('Open at this node.'),
	openParts: countWire.describe('Asked of it and not answered.'),
	openFills: countWire.describe('Accepted and not ended.'),
	stats: MakerStats.optional().describe('What its GET /maker/stats says; only for one maker.'),
})

/** GET /operator/makers. */
export const Makers = message({ makers: list(Maker) }).as<readonly Maker[]>({
	parse: ({ makers }) => makers,
	format: makers => ({ makers }),
})

const id = textWire.min(1).max(128)

/** Path parameters of one maker. */
export const makerPathWire = z.object({ maker_id: id })

/** Path parameters of one key. */
export const keyPathWire = z.object({ key_id: id })

/** Body of POST /operator/makers. `level` applies to all the accounts. */
export const createMakerWire = z.strictObject({
	name: textWire.min(1).max(128),
	accounts: z.array(addressWire).max(100),
	level: countWire.optional(),
})

/** Body of POST /operator/makers/:maker_id/accounts: additional accounts. */
export const addMakerAccountsWire = z.strictObject({ accounts: z.array(addressWire).min(1).max(100) })

/** Body of POST /operator/makers/:maker_id/pause, which is optional. */
export const operatorPauseWire = z.strictObject({ reason: textWire.max(256).optional() })

/** Body of POST /operator/makers/:maker_id/resume, which is optional. */
export const operatorResumeWire = z.strictObject({})

/** Body of POST /operator/makers/:maker_id/keys, which is optional. */
export const issueKeyWire = z.strictObject({ label: textWire.min(1).max(128).optional() })

/** The most seconds for which a replaced key may stay valid: 30 days. */
export const overlapSecondsMax = 2_592_000

/** Body of POST /operator/keys/:key_id/rotate, which is optional. */
export const RotateKey = request({
	overlapS: countWire.max(overlapSecondsMax).optional().describe('86400 when absent; 0 ends the old key at once.'),
	label: textWire.min(1).max(128).optional().describe('The replaced key’s when absent.'),
})

/** Body of PUT /operator/accounts/:address/level. */
export const setLevelWire = z.strictObject({ level: countWire })
