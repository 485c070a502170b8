import type { Curve, SubintentSignature } from '@accord/protocol'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { codec } from '../sign/codec.ts'

/** What the tab stores of a play account. It is play money only, so the page may hold the key. */
export type PlayKey = { readonly name: string; readonly curve: Curve; readonly privateKeyHex: string }

/** A play key with its account's address. */
export type PlayOwner = PlayKey & { readonly address: string }

/** A local network account that signs in the page. */
export type PlayAccount = PlayOwner & {
	/**
	 * Signs a 32-byte hash.
	 * @throws Error if the curves cannot be fetched
	 */
	sign(hashHex: string): Promise<SubintentSignature>
}

/** The seed is public: every key that `npm start` prints is derived from it. */
const playSeed = 'accord local network: throw-away play keys, never use them elsewhere'

/** The key of the local network's n-th user, counted from 1. Every second one is a Secp256k1 key. */
export function printedKey(n: number): PlayKey {
	const name = `user-${n}`
	const curve = n % 2 === 0 ? 'Secp256k1' : 'Ed25519'
	const bytes = hkdf(sha256, utf8ToBytes(playSeed), utf8ToBytes('accord'), utf8ToBytes(`${curve}/${name}`), 32)
	return { name, curve, privateKeyHex: bytesToHex(bytes) }
}

/** A new random key; its account is empty until it is funded. */
export function freshKey(name: string): PlayKey {
	return { name, curve: 'Ed25519', privateKeyHex: bytesToHex(randomBytes(32)) }
}

/** The pasted private key, its curve, and the account's name. */
type Pasted = { readonly text: string; readonly curve: Curve; readonly name: string }

/**
 * Reads a pasted key, ignoring case and surrounding blanks.
 * @throws Error to show to the user
 */
export async function pastedKey({ text, curve, name }: Pasted): Promise<PlayKey> {
	const privateKeyHex = text.trim().toLowerCase().replace(/^0x/, '')
	if (!/^[0-9a-f]{64}$/.test(privateKeyHex))
		throw new Error('A private key is 64 hexadecimal digits, as printed by `npm start`.')
	const { secp256k1 } = await curves()
	if (curve === 'Secp256k1' && !secp256k1.utils.isValidSecretKey(hexToBytes(privateKeyHex)))
		throw new Error('This is not a valid Secp256k1 key.')
	return { name, curve, privateKeyHex }
}

/** The account that a key owns on a network. @throws Error if the codec or the curves cannot be fetched */
export async function playOwner(key: PlayKey, networkId: number): Promise<PlayOwner> {
	const [{ accountAddress }, publicKey] = await Promise.all([codec(), publicKeyOf(key)])
	return { ...key, address: accountAddress({ curve: key.curve, publicKey }, networkId) }
}

/** The account, with its key for signing. */
export function playAccount(owner: PlayOwner): PlayAccount {
	const { curve, privateKeyHex } = owner
	return {
		...owner,
		sign: async hashHex => {
			const signature = await signHash(curve, hexToBytes(hashHex), hexToBytes(privateKeyHex))
			return { curve, publicKey: await publicKeyOf(owner), signature: bytesToHex(signature) }
		},
	}
}

async function publicKeyOf({ curve, privateKeyHex }: PlayKey): Promise<string> {
	const { ed25519, secp256k1 } = await curves()
	const privateKey = hexToBytes(privateKeyHex)
	return bytesToHex(curve === 'Ed25519' ? ed25519.getPublicKey(privateKey) : secp256k1.getPublicKey(privateKey, true))
}

/** Secp256k1 signatures are recoverable, 65 bytes `v ‖ r ‖ s`, as the ledger reads them. */
async function signHash(curve: Curve, hash: Uint8Array, privateKey: Uint8Array): Promise<Uint8Array> {
	if (hash.length !== 32) throw new Error('a hash must have 32 bytes')
	const { ed25519, secp256k1 } = await curves()
	if (curve === 'Ed25519') return ed25519.sign(hash, privateKey)
	return secp256k1.sign(hash, privateKey, { prehash: false, format: 'recovered' })
}

/** The curves are a tenth of the first load, and are only needed to choose an account or to sign. */
async function curves() {
	const [{ ed25519 }, { secp256k1 }] = await Promise.all([
		import('@noble/curves/ed25519.js'),
		import('@noble/curves/secp256k1.js'),
	])
	return { ed25519, secp256k1 }
}

/** The amounts that a new play account is funded with, by symbol. */
const funds: Readonly<Record<string, string>> = {
	XRD: '10000',
	xUSDC: '1000',
	xUSDT: '1000',
	xwBTC: '0.02',
	xETH: '0.4',
}

/** The amounts to request from the local network's treasury, for those traded tokens that it holds. */
export function playFunds(symbols: readonly string[]): { symbol: string; amount: string }[] {
	return symbols.flatMap(symbol => {
		const amount = funds[symbol]
		return amount === undefined ? [] : [{ symbol, amount }]
	})
}
