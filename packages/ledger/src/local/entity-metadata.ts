import type { LocalLedger } from './local-ledger.ts'

/** The metadata of an entity in the Gateway's shape (`EntityMetadataItem`), ordered by key. */
export function metadataItems(ledger: LocalLedger, address: string) {
	const { stateVersion } = ledger.info
	return ledger
		.metadata(address)
		.sort((a, b) => (a.key < b.key ? -1 : 1))
		.map(({ key, value, sborHex, type }) => ({
			key,
			value: {
				raw_hex: sborHex,
				programmatic_json: programmaticJson({ value, type }),
				typed: { type, value },
			},
			is_locked: false,
			last_updated_at_state_version: stateVersion,
		}))
}

function programmaticJson({ value, type }: { value: string; type: string }) {
	return { kind: 'Enum', variant_id: '0', variant_name: type, fields: [{ kind: 'String', value }] }
}
