import { TradeError } from '@accord/protocol'
import type { Instruction, PublicKey, SignedPartialInfo } from '../codec-types.ts'
import { call } from '../door/door.ts'
import { type LimitOrderReading, readLimitOrder } from './manifest-reader.ts'
import { type SchemaTerms, termsOfSchema } from './schema-terms.ts'
import type { LimitOrderTerms } from './terms.ts'

/** A signed partial transaction whose root, read as a limit order, represents all its instructions. */
export type SignedLimitOrder = Omit<SignedPartialInfo, 'instructions'> & {
	readonly reading: LimitOrderReading
	/** The accounts of the `signers`, in the same order. */
	readonly signerAccounts: readonly string[]
}

/**
 * Decodes and validates a signed partial transaction (hex) and reads its root as a limit order. One without signatures
 * passes (see `signers`), and so does one that is not a limit order (see `reading.violations`).
 * @throws CodecError if the ledger would refuse the bytes
 */
export function readSignedLimitOrder(signedPartialTransaction: string, networkId: number): SignedLimitOrder {
	const answer = call<UsualOrder | OtherOrder>('read_signed_limit_order', signedPartialTransaction, networkId)
	return isUsual(answer) ? readUsual(answer, { signedPartialTransaction, networkId }) : readOther(answer)
}

/**
 * The terms of an order that must be a limit order.
 * @throws Error naming the first violation of the schema
 */
export function requireTerms(order: Pick<SignedLimitOrder, 'subintentId' | 'reading'>): LimitOrderTerms {
	const { violations, terms } = order.reading
	const [first, ...others] = violations
	if (first !== undefined) {
		const { message } = TradeError.fromViolations([first, ...others])
		throw new Error(`${order.subintentId} is not a limit order: ${message}`)
	}
	if (terms === undefined) throw new Error('a limit order without violations has all its terms')
	return terms
}

/**
 * A limit order that is exactly the schema, without children, blobs or a message. It is one array, which parses in half
 * the time of objects. The root subintent's bytes are `rootBeginning` followed by the characters `rootFrom` to `rootTo`
 * of the input.
 */
type UsualOrder = readonly [
	subintentHash: string,
	subintentId: string,
	startEpoch: number,
	endEpoch: number,
	minTimestampS: number | null,
	maxTimestampS: number | null,
	intentDiscriminator: string,
	rootBeginning: string,
	rootFrom: number,
	rootTo: number,
	prefixLength: number,
	accessRuleSborHex: string,
	account: string,
	sellResource: string,
	buyResource: string,
	withdrawn: string,
	sold: string,
	bought: string,
	platformFee: string,
	settlementFee: string,
	...signers: SignerWord[],
]

/** For each signer: the curve, the public key and its account. */
type SignerWord = string

type OtherOrder = {
	readonly info: Omit<SignedPartialInfo, 'instructions'>
	readonly signerAccounts: readonly string[]
} & (
	| { readonly terms: SchemaTerms; readonly instructions?: never }
	| { readonly instructions: readonly Instruction[]; readonly terms?: never }
)

type Read = { readonly signedPartialTransaction: string; readonly networkId: number }

function isUsual(answer: UsualOrder | OtherOrder): answer is UsualOrder {
	return Array.isArray(answer)
}

function readUsual(order: UsualOrder, { signedPartialTransaction, networkId }: Read): SignedLimitOrder {
	const [subintentHash, subintentId, startEpoch, endEpoch, minTimestampS, maxTimestampS, intentDiscriminator] = order
	const { 7: rootBeginning, 8: rootFrom, 9: rootTo } = order
	const header = {
		networkId,
		startEpoch,
		endEpoch,
		...(minTimestampS !== null && { minTimestampS }),
		...(maxTimestampS !== null && { maxTimestampS }),
		intentDiscriminator,
	}
	const { signers, signerAccounts } = readSigners(order)
	return {
		subintentHash,
		subintentId,
		header,
		children: [],
		hasMessage: false,
		blobs: 0,
		rootSubintent: rootBeginning + signedPartialTransaction.slice(rootFrom, rootTo),
		signers,
		signerAccounts,
		subintents: [],
		reading: readingOfSchema(schemaTermsOf(order)),
	}
}

function schemaTermsOf(order: UsualOrder): SchemaTerms {
	return {
		prefixLength: order[10],
		accessRuleSborHex: order[11],
		account: order[12],
		sellResource: order[13],
		buyResource: order[14],
		withdrawn: order[15],
		sold: order[16],
		bought: order[17],
		platformFee: order[18],
		settlementFee: order[19],
	}
}

const signersFrom = 20

function readSigners(order: UsualOrder): Pick<SignedLimitOrder, 'signers' | 'signerAccounts'> {
	const words = order as readonly unknown[] as readonly SignerWord[]
	const signers: PublicKey[] = []
	const signerAccounts: string[] = []
	for (let at = signersFrom; at < words.length; at += 3) {
		signers.push({ curve: words[at] as PublicKey['curve'], publicKey: words[at + 1] ?? '' })
		signerAccounts.push(words[at + 2] ?? '')
	}
	return { signers, signerAccounts }
}

function readOther({ info, signerAccounts, terms, instructions }: OtherOrder): SignedLimitOrder {
	const reading = terms === undefined ? readLimitOrder(instructions) : readingOfSchema(terms)
	return { ...info, signerAccounts, reading }
}

function readingOfSchema(terms: SchemaTerms): LimitOrderReading {
	return { violations: [], prefixLength: terms.prefixLength, hasPrefix: false, terms: termsOfSchema(terms) }
}
