import type { MetadataEntry } from '../../engine/ledger-types.ts'
import type { LocalLedger } from '../local-ledger.ts'

/** The metadata of an entity in the Gateway's shape (`EntityMetadataItem`), ordered by key. */
export function metadataItems(ledger: LocalLedger, address: string) {
	const { stateVersion } = ledger.info
	return ledger
		.metadata(address)
		.toSorted((a, b) => (a.key < b.key ? -1 : 1))
		.map(entry => ({
			key: entry.key,
			value: {
				raw_hex: entry.sborHex,
				programmatic_json: programmaticJson(entry),
				typed: metadataValueWire(entry),
			},
			is_locked: false,
			last_updated_at_state_version: stateVersion,
		}))
}

function programmaticJson({ type, value, values }: MetadataEntry) {
	const texts = values?.map(text => ({ kind: 'String', value: text }))
	const field =
		texts === undefined ? { kind: 'String', value } : { kind: 'Array', element_kind: 'String', elements: texts }
	return { kind: 'Enum', variant_id: '0', variant_name: type, fields: [field] }
}

/**
 * A metadata value in the Gateway's typed shape (`MetadataTypedValue`): text for most types, an object for keys, ids and
 * instants.
 */
function metadataValueWire({ type, value, values }: MetadataEntry): Record<string, unknown> {
	const shape = shapes[type.replace(/Array$/, '')] ?? (text => ({ value: text }))
	if (values === undefined) return { type, ...shape(value) }
	const items = values.map(shape)
	if (type === 'InstantArray')
		return {
			type,
			values: items.map(item => item.value),
			values_unix_timestamp_seconds: items.map(item => item.unix_timestamp_seconds),
		}
	return { type, values: items.map(item => ('value' in item ? item.value : item)) }
}

type Shape = (text: string) => Record<string, unknown>

const shapes: Record<string, Shape> = {
	Bool: text => ({ value: text === 'true' }),
	PublicKey: text => ({ value: { key_type: keyTypeOf(text), key_hex: bytesOf(text) } }),
	PublicKeyHash: text => ({ value: { key_hash_type: keyTypeOf(text), hash_hex: bytesOf(text) } }),
	Instant: text => ({ value: instantOf(text), unix_timestamp_seconds: secondsOf(text) }),
	NonFungibleGlobalId: text => {
		const [resource, ...id] = text.split(':')
		return { resource_address: resource, non_fungible_id: id.join(':') }
	},
}

// Keys come as the engine writes them: `Ed25519(Ed25519PublicKeyHash([1, 2, …]))`.
function keyTypeOf(text: string): string {
	return text.startsWith('Ed25519') ? 'EddsaEd25519' : 'EcdsaSecp256k1'
}

function bytesOf(text: string): string {
	const numbers = /\[([\d, ]*)\]/.exec(text)?.[1] ?? ''
	return Buffer.from(numbers.split(',').map(Number)).toString('hex')
}

function secondsOf(text: string): string {
	return /-?\d+/.exec(text)?.[0] ?? '0'
}

function instantOf(text: string): string {
	const ms = Number(secondsOf(text)) * 1000
	return new Date(Math.min(Math.max(ms, Date.UTC(1583, 0)), Date.UTC(9999, 11, 31))).toISOString()
}
