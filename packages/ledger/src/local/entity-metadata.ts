import type { MetadataEntry } from '../addon.ts'
import type { LocalLedger } from './local-ledger.ts'
import { metadataValueWire } from './metadata-value.ts'

/** The metadata of an entity in the Gateway's shape (`EntityMetadataItem`), ordered by key. */
export function metadataItems(ledger: LocalLedger, address: string) {
	const { stateVersion } = ledger.info
	return ledger
		.metadata(address)
		.sort((a, b) => (a.key < b.key ? -1 : 1))
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
