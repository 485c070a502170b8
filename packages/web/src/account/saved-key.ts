import type { PlayKey } from './play-account.ts'

type Storage = {
	getItem(key: string): string | null
	setItem(key: string, value: string): void
	removeItem(key: string): void
}

const storageKey = 'accord.play-key'

/** The play key of this tab: it survives a reload and is gone with the tab. */
export function readKey(storage: Storage): PlayKey | undefined {
	try {
		const saved = JSON.parse(storage.getItem(storageKey) ?? 'null') as Partial<PlayKey> | null
		const { name, curve, privateKeyHex } = saved ?? {}
		if (typeof name !== 'string' || !/^[0-9a-f]{64}$/.test(privateKeyHex ?? '')) return undefined
		if (curve !== 'Ed25519' && curve !== 'Secp256k1') return undefined
		return { name, curve, privateKeyHex: privateKeyHex ?? '' }
	} catch {
		return undefined
	}
}

/** Saves the key, or removes it. */
export function writeKey(storage: Storage, key: PlayKey | undefined): void {
	try {
		if (key === undefined) {
			storage.removeItem(storageKey)
			return
		}
		const { name, curve, privateKeyHex } = key
		storage.setItem(storageKey, JSON.stringify({ name, curve, privateKeyHex }))
	} catch {
		// Without storage the account has to be chosen again after a reload.
	}
}
