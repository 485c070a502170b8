import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { encodeAddress, networkSuffix } from './address.ts'
import { limitOrderInstructions, type ManifestTerms } from './limit-order-bytes.ts'

/** What the page knows independently of the subintent. */
export type SigningContext = {
	readonly networkId: number
	readonly epoch: number
	readonly nowMs: number
	readonly expiresInSeconds: number
}

/** A subintent that matches its terms, with the hash computed here. */
export type CheckedSubintent = { readonly hashHex: string; readonly subintentId: string; readonly expiresAtS: number }

/**
 * Compares every byte of a subintent made by the service with the terms: the ten instructions, the header, and nothing else.
 * The hash to sign is the one returned, which only this page has computed.
 * @throws Error naming what differs
 */
export function checkSubintent(subintentHex: string, terms: ManifestTerms, context: SigningContext): CheckedSubintent {
	const reader = new Reader(hexToBytes(subintentHex))
	// The payload of a V2 subintent: an enum variant with one field, the core, of five.
	reader.expect([0x4d, 0x22, subintentVariant, 1, 0x21, 5], 'no subintent')
	reader.expect([0x21], 'no header')
	const headerFrom = reader.at
	const header = readHeader(reader)
	const headerBody = reader.slice(headerFrom)
	reader.expect([0x20, 0x20, 0], 'blobs')
	reader.expect([0x22, ...noMessage], 'a message')
	reader.expect([0x20, 0x20, 0], 'children')
	reader.expect([0x20], 'no instructions')
	const found = reader.rest()
	const wanted = limitOrderInstructions(terms, networkSuffix(context.networkId))
	if (bytesToHex(found) !== bytesToHex(wanted)) throw differs('instructions other than those shown')
	requireHeader(header, context)
	const hash = subintentHash({ headerBody, instructionsBody: found })
	return {
		hashHex: bytesToHex(hash),
		subintentId: encodeAddress(`subtxid_${networkSuffix(context.networkId)}`, hash),
		expiresAtS: header.expiresAtS,
	}
}

const subintentVariant = 0x0b
const noMessage = [0, 0]

type Header = {
	readonly networkId: number
	readonly startEpoch: bigint
	readonly endEpoch: bigint
	readonly startsAtS: number | undefined
	readonly expiresAtS: number
}

function readHeader(reader: Reader): Header {
	reader.expect([6, 0x07], 'an unknown header')
	const networkId = reader.byte()
	const startEpoch = reader.u64()
	const endEpoch = reader.u64()
	const startsAtS = reader.optionalSeconds()
	const expiresAtS = reader.optionalSeconds()
	// The discriminator only makes identical orders differ.
	reader.u64()
	if (expiresAtS === undefined) throw differs('no expiry')
	return { networkId, startEpoch, endEpoch, startsAtS, expiresAtS }
}

function requireHeader(header: Header, { networkId, epoch, nowMs, expiresInSeconds }: SigningContext): void {
	const { startEpoch, endEpoch, startsAtS, expiresAtS } = header
	if (header.networkId !== networkId) throw differs(`network ${header.networkId}`)
	if (startEpoch > BigInt(epoch) || endEpoch <= BigInt(epoch)) throw differs('the wrong epochs')
	if (startsAtS !== undefined && startsAtS * 1000 > nowMs) throw differs('a start in the future')
	// The clocks of the service and of this machine may differ a little.
	const latestS = Math.ceil(nowMs / 1000) + expiresInSeconds + clockDifferenceS
	if (expiresAtS > latestS) throw differs(`an expiry ${expiresAtS - latestS} s too late`)
}

const clockDifferenceS = 30

/** The ledger's hash of a subintent without blobs, message and children: the hash of its parts' hashes. */
function subintentHash({
	headerBody,
	instructionsBody,
}: {
	headerBody: Uint8Array
	instructionsBody: Uint8Array
}): Uint8Array {
	const nothing = hash(new Uint8Array())
	const parts = [hash(headerBody), nothing, hash(Uint8Array.from(noMessage)), nothing, hash(instructionsBody)]
	return hash(concatBytes(Uint8Array.of(0x54, subintentVariant), hash(concatBytes(...parts))))
}

function hash(bytes: Uint8Array): Uint8Array {
	return blake2b(bytes, { dkLen: 32 })
}

function differs(what: string): Error {
	return new Error(`The service’s subintent does not match what is shown here: it has ${what}. Nothing was signed.`)
}

/** Reads bytes in order. */
class Reader {
	readonly #bytes: Uint8Array
	readonly #view: DataView
	at = 0

	constructor(bytes: Uint8Array) {
		this.#bytes = bytes
		this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
	}

	expect(wanted: readonly number[], difference: string): void {
		const found = this.#bytes.slice(this.at, this.at + wanted.length)
		if (found.length !== wanted.length || wanted.some((byte, at) => found[at] !== byte)) throw differs(difference)
		this.at += wanted.length
	}

	byte(): number {
		this.#require(1)
		return this.#view.getUint8(this.at++)
	}

	u64(): bigint {
		this.expect([0x0a], 'an unknown header')
		this.#require(8)
		this.at += 8
		return this.#view.getBigUint64(this.at - 8, true)
	}

	/** An enum of nothing, or of one 64-bit number of seconds. */
	optionalSeconds(): number | undefined {
		this.expect([0x22], 'an unknown header')
		const [variant, fields] = [this.byte(), this.byte()]
		if (variant === 0 && fields === 0) return undefined
		if (variant !== 1 || fields !== 1) throw differs('an unknown header')
		this.expect([0x05], 'an unknown header')
		this.#require(8)
		this.at += 8
		return Number(this.#view.getBigInt64(this.at - 8, true))
	}

	slice(from: number): Uint8Array {
		return this.#bytes.slice(from, this.at)
	}

	rest(): Uint8Array {
		return this.#bytes.slice(this.at)
	}

	#require(length: number): void {
		if (this.at + length > this.#bytes.length) throw differs('too few bytes')
	}
}
