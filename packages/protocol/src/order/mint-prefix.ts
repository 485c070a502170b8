import type { Decimal } from '../amount/decimal.ts'
import { TradeError } from '../error/trade-error.ts'
import { addressText, decimalText } from './manifest-text.ts'

/** A customer of Instamint, as named in its own mints: the component, and the badge in the customer's account. */
export type MintingCustomer = {
	readonly component: string
	/** The resource of the customer badges. */
	readonly badge: string
	/** The badge's id, such as `#1#` or `<alice>`. */
	readonly customerLocalId: string
}

/** The amount minted into the account that holds the badge, before an order of that account takes it. */
export type MintPrefix = MintingCustomer & {
	readonly account: string
	readonly resource: string
	readonly amount: Decimal
}

/**
 * The text of the three instructions that mint on credit (docs/instamint.md); what follows is a limit order manifest.
 * @throws TradeError `invalid_address` for text that could not be an address, or an id that could not be a customer's
 */
export function mintPrefix({ component, badge, account, customerLocalId, resource, amount }: MintPrefix): string {
	if (!/^(#\d{1,20}#|<[A-Za-z0-9_]{1,64}>)$/.test(customerLocalId))
		throw new TradeError('invalid_address', 'the id of a customer badge is like #1# or <alice>')
	const [badgeText, id] = [addressText(badge), `Array<NonFungibleLocalId>(NonFungibleLocalId("${customerLocalId}"))`]
	const instructions = [
		`CALL_METHOD ${addressText(account)} "create_proof_of_non_fungibles" ${badgeText} ${id}`,
		`CREATE_PROOF_FROM_AUTH_ZONE_OF_NON_FUNGIBLES ${badgeText} ${id} Proof("badge")`,
		`CALL_METHOD ${addressText(component)} "mint_to_account" ${addressText(resource)} ${decimalText(amount)} Proof("badge")`,
	]
	return instructions.map(instruction => `${instruction};`).join('\n')
}
