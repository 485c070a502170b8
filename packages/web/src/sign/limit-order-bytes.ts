import type { Decimal } from '@accord/protocol'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { decodeAddress } from './address.ts'

/** Everything a limit order manifest states (specification, "Limit order subintent manifest"). */
export type ManifestTerms = {
	readonly account: string
	readonly sell: { readonly resource: string; readonly amount: Decimal }
	readonly buy: { readonly resource: string; readonly amount: Decimal }
	readonly fee: { readonly platformAmount: Decimal; readonly settlementAmount: Decimal }
	/** The rule of step 1, as GET /trade/info returns it. */
	readonly verifyParentAccessRuleSborHex: string
}

/** The ledger's discriminators of instructions. */
const instructions = {
	takeFromWorktop: 0x00,
	assertNextCallReturnsOnly: 0x0a,
	callMethod: 0x41,
	yieldToParent: 0x60,
	verifyParent: 0x62,
} as const

/** Value kinds of Manifest SBOR. */
const kinds = {
	string: 0x0c,
	array: 0x20,
	tuple: 0x21,
	enum: 0x22,
	map: 0x23,
	address: 0x80,
	bucket: 0x81,
	expression: 0x83,
	decimal: 0x85,
}

/**
 * The bytes of a limit order's ten instructions inside its subintent, without their value kind, to compare with the service's
 * bytes before anything is signed.
 * @throws Error for an address of another network or an access rule of an unknown form
 */
export function limitOrderInstructions(terms: ManifestTerms, networkSuffix: string): Uint8Array {
	const { sell, buy, fee } = terms
	const account = address(terms.account, `account_${networkSuffix}`)
	const sold = address(sell.resource, `resource_${networkSuffix}`)
	const bought = address(buy.resource, `resource_${networkSuffix}`)
	const total = (sell.amount + fee.platformAmount + fee.settlementAmount) as Decimal
	const all = [
		instruction(instructions.verifyParent, accessRule(terms.verifyParentAccessRuleSborHex)),
		callMethod(account, 'withdraw', withKind(kinds.address, sold), decimal(total)),
		instruction(instructions.takeFromWorktop, withKind(kinds.address, sold), decimal(sell.amount)),
		instruction(instructions.assertNextCallReturnsOnly, atLeast(bought, buy.amount)),
		instruction(instructions.yieldToParent, tuple(bucket(0))),
		instruction(instructions.takeFromWorktop, withKind(kinds.address, sold), decimal(fee.platformAmount)),
		instruction(instructions.takeFromWorktop, withKind(kinds.address, sold), decimal(fee.settlementAmount)),
		instruction(instructions.yieldToParent, tuple(bucket(1), bucket(2))),
		callMethod(account, 'deposit_batch', Uint8Array.of(kinds.expression, 0)),
		instruction(instructions.yieldToParent, tuple()),
	]
	return concatBytes(Uint8Array.of(kinds.enum, all.length), ...all)
}

function instruction(number: number, ...fields: Uint8Array[]): Uint8Array {
	return concatBytes(Uint8Array.of(number, fields.length), ...fields)
}

function callMethod(on: Uint8Array, method: string, ...args: Uint8Array[]): Uint8Array {
	const name = utf8ToBytes(method)
	const named = concatBytes(Uint8Array.of(kinds.string, name.length), name)
	return instruction(instructions.callMethod, withKind(kinds.address, on), named, tuple(...args))
}

/** A map of one resource to the enum variant AtLeastAmount. */
function atLeast(resource: Uint8Array, amount: Decimal): Uint8Array {
	const head = Uint8Array.of(kinds.map, kinds.address, kinds.enum, 1)
	return concatBytes(head, resource, Uint8Array.of(2, 1), decimal(amount))
}

function tuple(...fields: Uint8Array[]): Uint8Array {
	return concatBytes(Uint8Array.of(kinds.tuple, fields.length), ...fields)
}

function bucket(number: number): Uint8Array {
	return Uint8Array.of(kinds.bucket, number, 0, 0, 0)
}

/** 192 bits, little-endian. */
function decimal(value: Decimal): Uint8Array {
	const bytes = Array.from({ length: 24 }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn))
	return withKind(kinds.decimal, Uint8Array.from(bytes))
}

/** A static address: variant 0 and its 30 bytes. */
function address(text: string, prefix: string): Uint8Array {
	const bytes = decodeAddress(prefix, text)
	if (bytes?.length !== 30) throw new Error(`${text} is not an address starting with ${prefix}`)
	return concatBytes(Uint8Array.of(0), bytes)
}

function withKind(kind: number, body: Uint8Array): Uint8Array {
	return concatBytes(Uint8Array.of(kind), body)
}

/**
 * Converts `require(signature of one key)` from Scrypto SBOR, as GET /trade/info returns it, to Manifest SBOR, where addresses
 * carry their variant and non-fungible ids have another kind.
 */
function accessRule(sborHex: string): Uint8Array {
	const hex = sborHex.toLowerCase()
	const form = /^5c(2202012200012200012200012102)80([0-9a-f]{60})c0([0-9a-f]+)$/.exec(hex)
	if (form === null) throw new Error('The service’s access rule for step 1 has a form that this page does not know.')
	const [, head = '', resource = '', localId = ''] = form
	return hexToBytes(`${head}8000${resource}87${localId}`)
}
