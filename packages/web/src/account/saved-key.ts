import type { PlayOwner } from './play-account.ts'

type Storage = {
	getItem(key: string): string | null
	setItem(key: string, value: string): void
	removeItem(key: string): void
}

const storageKey = 'accord.play-key'

/** The play key of this tab and its account: it survives a reload and disappears with the tab. */
export function readKey(storage: Storage): PlayOwner | undefined {
	try {
		const saved = JSON.parse(storage.getItem(storageKey) ?? 'null') as Partial<PlayOwner> | null
		const { name, curve, privateKeyHex, address } = saved ?? {}
		if (typeof name !== 'string' || typeof address !== 'string' || !/^[0-9a-f]{64}$/.test(privateKeyHex ?? ''))
			return undefined
		if (curve !== 'Ed25519' && curve !== 'Secp256k1') return undefined
		return { name, curve, privateKeyHex: privateKeyHex ?? '', address }
	} catch {
		return undefined
	}
}

/** Saves the key, or removes it. */
export function writeKey(storage: Storage, key: PlayOwner | undefined): void {
	try {
		if (key === undefined) {
			storage.removeItem(storageKey)
			return
		}
		const { name, curve, privateKeyHex, address } = key
		storage.setItem(storageKey, JSON.stringify({ name, curve, privateKeyHex, address }))
	} catch {
		// Without storage, the account has to be chosen again after a reload.
	}
}
