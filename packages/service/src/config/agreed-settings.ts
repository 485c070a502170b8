import { keyPairFromPrivateKey, type PublicKey } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { z } from 'zod'
import { checkConfig } from './check-config.ts'
import { type Config, type ServiceKey, toMarketConfig } from './config.ts'
import { ConfigError, violationsOf } from './read-config.ts'
import { configFile } from './settings-schema.ts'

// The guarantee: what all nodes must agree on while they run has one form, in which it is stored, shown and changed, and is
// validated exactly as at a start. It contains nothing secret: keys are named by their public parts.

const publicKey = z.strictObject({
	curve: z.enum(['Ed25519', 'Secp256k1']).default('Ed25519'),
	public_key_hex: z
		.string()
		.regex(/^([0-9a-fA-F]{64}|[0-9a-fA-F]{66})$/, '32 or 33 bytes in hex')
		.toLowerCase(),
})

const { tokens, pairs, routes, levels, settlement } = configFile.shape
const schema = z.strictObject({
	tokens,
	pairs,
	routes,
	levels,
	settlement,
	service_key: publicKey,
	former_service_key: publicKey.optional(),
})

/** The agreed settings as they are stored and shown: like those sections of the configuration file, except for the keys. */
export type AgreedSettings = z.infer<typeof schema>

/** The names of the sections; one that is not among them can change with a restart only. */
export const agreedSections: readonly string[] = Object.keys(schema.shape)

/** The agreed settings of a configuration, complete. */
export function agreedOf(config: Config): AgreedSettings {
	const { settlement: of, formerServiceKey: former } = config
	return {
		tokens: config.tokens.map(({ symbol, resourceAddress, divisibility, name, iconUrl }) => {
			return { symbol, resource_address: resourceAddress, divisibility, name, icon_url: iconUrl }
		}),
		pairs: config.pairs.map(({ base, quote }) => ({ base, quote })),
		...(config.routes && { routes: [...config.routes] }),
		levels: config.levels.map(({ takerFee, makerFee }) => {
			return { taker_fee: Decimal.format(takerFee), maker_fee: Decimal.format(makerFee) }
		}),
		settlement: {
			prices: Object.fromEntries(
				Object.entries(of.prices).map(([symbol, price]) => [symbol, Decimal.format(price)] as const),
			),
			execution_amount_xrd: Decimal.format(of.executionAmountXrd),
			solver_amount_xrd: Decimal.format(of.solverAmountXrd),
			price_band: Decimal.format(of.priceBand),
			surplus_min: Decimal.format(of.surplusMinXrd),
		},
		service_key: namedKey(config.serviceKey),
		...(former && { former_service_key: namedKey(former) }),
	}
}

/** The public parts of all keys that a node holds. */
export function heldKeys(config: Config): PublicKey[] {
	return keysOf(config).map(key => publicPartOf(key))
}

/**
 * A node's configuration with agreed settings in place of its file's.
 * @throws ConfigError listing every violation, as a start would
 */
export function withAgreed(config: Config, given: unknown): Config {
	const parsed = schema.safeParse(given)
	if (!parsed.success) throw new ConfigError(parsed.error.issues.flatMap(violationsOf))
	const { service_key: key, former_service_key: former, ...market } = parsed.data
	const keys = keysOf(config)
	const serviceKey = keys.find(held => isNamed(held, key))
	const formerServiceKey = former && keys.find(held => isNamed(held, former))
	const { routes: _, formerServiceKey: __, ...others } = config
	const agreed: Config = {
		...others,
		...toMarketConfig({ network_id: config.networkId, ...market }),
		serviceKey: serviceKey ?? config.serviceKey,
		...(formerServiceKey && { formerServiceKey }),
	}
	const violations = [
		...(serviceKey === undefined ? [notHeld('service_key', key)] : []),
		...(former !== undefined && formerServiceKey === undefined ? [notHeld('former_service_key', former)] : []),
		...checkConfig(agreed),
	]
	if (violations.length > 0) throw new ConfigError(violations)
	return agreed
}

type NamedKey = AgreedSettings['service_key']

function notHeld(setting: string, { public_key_hex: hex }: NamedKey): string {
	return `${setting}: this node has no key file with the private key of ${hex}`
}

function keysOf({ serviceKey, formerServiceKey, nextServiceKey }: Config): ServiceKey[] {
	return [serviceKey, formerServiceKey, nextServiceKey].filter(key => key !== undefined)
}

function publicPartOf(key: ServiceKey): PublicKey {
	const { curve, publicKey: hex } = keyPairFromPrivateKey(key)
	return { curve, publicKey: hex }
}

function namedKey(key: ServiceKey): NamedKey {
	const { curve, publicKey: hex } = publicPartOf(key)
	return { curve, public_key_hex: hex }
}

function isNamed(key: ServiceKey, { curve, public_key_hex: hex }: NamedKey): boolean {
	return key.curve === curve && publicPartOf(key).publicKey === hex
}

type Json = Readonly<Record<string, unknown>>

/** Settings changed by a JSON merge patch (RFC 7396): sections are merged, lists replaced, and null removes a setting. */
export function patched(settings: Json, patch: Json): Json {
	const merged: Record<string, unknown> = { ...settings }
	for (const [name, value] of Object.entries(patch)) {
		const former = merged[name]
		if (value === null) delete merged[name]
		else merged[name] = isObject(value) ? patched(isObject(former) ? former : {}, value) : value
	}
	return merged
}

/** One setting that differs; absent where it is not set. */
export type SettingChange = { readonly setting: string; readonly before?: unknown; readonly after?: unknown }

/** The settings in which two versions differ. A list is one setting. */
export function changesBetween(before: Json, after: Json, path = ''): SettingChange[] {
	const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
	return names.flatMap(name => {
		const setting = path === '' ? name : `${path}.${name}`
		const [one, other] = [before[name], after[name]]
		if (isObject(one) && isObject(other)) return changesBetween(one, other, setting)
		if (JSON.stringify(one) === JSON.stringify(other)) return []
		return [{ setting, ...(one !== undefined && { before: one }), ...(other !== undefined && { after: other }) }]
	})
}

function isObject(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}
