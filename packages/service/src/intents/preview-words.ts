import type { OrderPreview } from '@accord/ledger'

type Refused = Extract<OrderPreview, { ok: false }>

/** The engine's error for a method that a component does not have. */
const noMethod = /NoMethodMapping\(.*?"(\w+)"/

/** Why an intent failed its preview, for the person who signed it; the engine's own words follow where they say more. */
export function previewWords({ reason, detail }: Refused, account: string): string {
	switch (reason) {
		case 'not_owner':
			return `the signatures do not allow a withdrawal from ${account}: sign with the key, or all the keys, that own it`
		case 'insufficient_funds':
			return `the account holds too little of what the manifest withdraws, or none: ${detail}`
		case 'already_committed':
			return 'the subintent is on the ledger already: compose and sign a new one'
		case 'unknown_resource':
			return `the manifest names something that is not on this ledger: ${detail}`
		case 'too_many_events':
			return `it emits more events than one transaction has room for: ${detail}`
		case 'fee_not_covered':
			return `it costs more than its settlement fee covers: ${detail}`
		case 'other': {
			const [, method] = noMethod.exec(detail) ?? []
			return method === undefined
				? `the ledger would refuse it: ${detail}`
				: `there is no method "${method}": ${detail}`
		}
		default:
			return detail
	}
}
