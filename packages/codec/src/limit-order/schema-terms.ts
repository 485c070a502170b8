import { Decimal } from '@accord/protocol'
import type { LimitOrderTerms } from './terms.ts'

/** What the codec reads from a manifest that is exactly the schema, perhaps after an ASSERT_WORKTOP_IS_EMPTY. */
export type SchemaTerms = {
	readonly prefixLength: number
	readonly accessRuleSborHex: string
	readonly account: string
	readonly sellResource: string
	readonly buyResource: string
	readonly withdrawn: string
	readonly sold: string
	readonly bought: string
	readonly platformFee: string
	readonly settlementFee: string
}

/** These are the same terms that the instructions give, because every step has a fixed place. */
export function termsOfSchema(read: SchemaTerms): LimitOrderTerms {
	const { prefixLength: start, accessRuleSborHex, account, sellResource, buyResource } = read
	return {
		accessRuleSborHex,
		account,
		withdrawn: { resource: sellResource, amount: Decimal.parse(read.withdrawn) },
		sell: { resource: sellResource, amount: Decimal.parse(read.sold) },
		buy: { resource: buyResource, amount: Decimal.parse(read.bought) },
		fee: { platformAmount: Decimal.parse(read.platformFee), settlementAmount: Decimal.parse(read.settlementFee) },
		at: {
			verifyParent: start,
			withdraw: start + 1,
			sell: start + 2,
			buy: start + 3,
			platformFee: start + 5,
			settlementFee: start + 6,
		},
	}
}
