import type { Curve, SubintentSignature } from '@accord/protocol'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { codec } from '../sign/codec.ts'

/** What the tab stores of a play account. It is play money only, so the page may hold the key. */
export type PlayKey = { readonly name: string; readonly curve: Curve; readonly privateKeyHex: string }

/** A play key with its account's address. */
export type PlayOwner = PlayKey & { readonly address: string }

/** An account of the local network that signs in the page. */
export type PlayAccount = PlayOwner & {
	readonly publicKeyHex: string
	/** Signs a 32-byte hash. */
	sign(hashHex: string): SubintentSignature
}

/** Public: every key that `npm start` prints derives from it. */
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
	return { name, curve: 'Ed25519', privateKeyHex: bytesToHex(ed25519.utils.randomSecretKey()) }
}

/** Reads a pasted key, ignoring surrounding blanks and case. @throws Error to show to the user */
export function pastedKey({ text, curve, name }: { text: string; curve: Curve; name: string }): PlayKey {
	const privateKeyHex = text.trim().toLowerCase().replace(/^0x/, '')
	if (!/^[0-9a-f]{64}$/.test(privateKeyHex))
		throw new Error('A private key is 64 hexadecimal digits, as printed by `npm start`.')
	if (curve === 'Secp256k1' && !secp256k1.utils.isValidSecretKey(hexToBytes(privateKeyHex)))
		throw new Error('This is not a valid Secp256k1 key.')
	return { name, curve, privateKeyHex }
}

/** The account that a key owns on a network. @throws Error if the codec cannot be fetched */
export async function playOwner(key: PlayKey, networkId: number): Promise<PlayOwner> {
	const { accountAddress } = await codec()
	return { ...key, address: accountAddress({ curve: key.curve, publicKey: publicKeyOf(key) }, networkId) }
}

/** The account, with its key to sign with. */
export function playAccount(owner: PlayOwner): PlayAccount {
	const { curve, privateKeyHex } = owner
	const publicKey = publicKeyOf(owner)
	return {
		...owner,
		publicKeyHex: publicKey,
		sign: hashHex => ({
			curve,
			publicKey,
			signature: bytesToHex(signHash(curve, hexToBytes(hashHex), hexToBytes(privateKeyHex))),
		}),
	}
}

function publicKeyOf({ curve, privateKeyHex }: PlayKey): string {
	const privateKey = hexToBytes(privateKeyHex)
	return bytesToHex(curve === 'Ed25519' ? ed25519.getPublicKey(privateKey) : secp256k1.getPublicKey(privateKey, true))
}

/** Secp256k1 signatures are recoverable, 65 bytes `v ‖ r ‖ s`, as the ledger reads them. */
function signHash(curve: Curve, hash: Uint8Array, privateKey: Uint8Array): Uint8Array {
	if (hash.length !== 32) throw new Error('a hash must have 32 bytes')
	if (curve === 'Ed25519') return ed25519.sign(hash, privateKey)
	return secp256k1.sign(hash, privateKey, { prehash: false, format: 'recovered' })
}

/** What a new play account is funded with, by symbol. */
const funds: Readonly<Record<string, string>> = {
	XRD: '10000',
	xUSDC: '1000',
	xUSDT: '1000',
	xwBTC: '0.02',
	xETH: '0.4',
}

/** The amounts to request from the local network's treasury, for those of the traded tokens that it holds. */
export function playFunds(symbols: readonly string[]): { symbol: string; amount: string }[] {
	return symbols.flatMap(symbol => {
		const amount = funds[symbol]
		return amount === undefined ? [] : [{ symbol, amount }]
	})
}
