import { createHash } from 'node:crypto'
import { keyPairFromPrivateKey } from '@accord/ledger'
import { agreedSections } from '../config/agreed-settings.ts'
import type { Config, ServiceKey } from '../config/config.ts'

/** What all nodes of a database must agree on: a hash of each setting, by its name. */
export type Fingerprint = Readonly<Record<string, string>>

/** What each node counts or keeps for itself. */
const limitsOfNodes = [
	...['body_bytes', 'message_bytes', 'outgoing_bytes', 'requests_per_minute', 'requests_per_minute_per_key'],
	...['messages_per_second', 'message_bytes_per_second', 'price_book_levels_per_second', 'connections'],
	...['connections_per_address', 'event_streams_per_address', 'solver_connections_per_address'],
	...['replays_per_address', 'previews_at_once', 'previews_at_once_max', 'previews_waiting'],
	...['prefix_previews_per_minute', 'prefix_previews_waiting', 'refusal_entries_per_day', 'disk_free_bytes'],
]

/** The settings in which nodes may differ. Any other, even a new one, must be the same at all of them. */
export const mayDiffer: ReadonlySet<string> = new Set([
	// Where a node runs, and how it reaches others.
	...['gateway_url', 'host', 'port', 'trusted_proxies', 'log_level', 'operator', 'database', 'bus'],
	...limitsOfNodes.map(limit => `limits.${limit}`),
	// What people see, which may change at one node after another.
	...['page', 'tokens.*.name', 'tokens.*.icon_url'],
	// Held in advance, at one node after another: agreed settings name it only once all have it.
	'next_service_key',
	// Without it a node only reads the component.
	'instamint.operator_key',
	// A secret, on the simulator only.
	'makers.*.api_key',
])

/** Settings that may be absent: at all nodes, or at none. */
const optional = [
	...['former_service_key', 'service_account', 'ledger.second_gateway_url', 'routes.*'],
	...['instamint.component', 'instamint.payback_key'],
]

/** Contains nothing secret: for keys, only their public parts. */
export function fingerprintOf(config: Config): Fingerprint {
	const settings = Object.entries(config).flatMap(([name, value]) => settingsOf(snakeCase(name), value))
	const parts = new Map<string, unknown>([...optional.map(name => [name, null] as const), ...settings])
	return Object.fromEntries([...parts].map(([name, part]) => [name, hashOf(part)]))
}

/** Without the agreed settings, which all nodes read from the database once any were applied. */
export function withoutAgreed(fingerprint: Fingerprint): Fingerprint {
	const isAgreed = (name: string) => agreedSections.includes(name.split('.')[0] ?? '')
	return Object.fromEntries(Object.entries(fingerprint).filter(([name]) => !isAgreed(name)))
}

/**
 * The names of the parts in which two fingerprints differ. A part that only one has belongs to another version of the
 * service: a version that changes what makes up a part renames the part.
 */
export function differences(one: Fingerprint, other: Fingerprint): string[] {
	return Object.keys(one).filter(name => other[name] !== undefined && one[name] !== other[name])
}

/** The settings of a section, or one setting; a list's name ends with `.*`. */
function settingsOf(name: string, value: unknown): (readonly [name: string, value: unknown])[] {
	if (mayDiffer.has(name)) return []
	if (Array.isArray(value)) return [[`${name}.*`, agreedList(`${name}.*`, value)]]
	if (!isObject(value) || isKey(value)) return [[name, agreed(name, value)]]
	return Object.entries(value).flatMap(([member, inner]) => settingsOf(`${name}.${snakeCase(member)}`, inner))
}

/** A value without what may differ in it. */
function agreed(name: string, value: unknown): unknown {
	// Each node may ask another one, but all or none of them must.
	if (name === 'ledger.second_gateway_url') return true
	if (!isObject(value)) return value
	if (Array.isArray(value)) return agreedList(`${name}.*`, value)
	if (isKey(value)) return keyPairFromPrivateKey(value).publicKey
	const members = Object.entries(value).map(([member, inner]) => [`${name}.${snakeCase(member)}`, inner] as const)
	return members.flatMap(([member, inner]) => (mayDiffer.has(member) ? [] : [[member, agreed(member, inner)]]))
}

/** The order of names does not matter. */
function agreedList(name: string, items: readonly unknown[]): unknown[] {
	return items.every(item => typeof item === 'string') ? items.toSorted() : items.map(item => agreed(name, item))
}

function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null
}

function isKey(value: object): value is ServiceKey {
	return 'privateKeyHex' in value
}

/** A setting's name in the configuration file. */
export function snakeCase(name: string): string {
	return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

function hashOf(value: unknown): string {
	const text = JSON.stringify(value ?? null, (_, part) => (typeof part === 'bigint' ? String(part) : part))
	return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
