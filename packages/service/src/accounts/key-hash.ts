import { createHash } from 'node:crypto'

/**
 * What is stored of a key, in hex. Keys are 256 random bits: they cannot be brute-forced from a plain hash, and part of that
 * hash is useless as a key.
 */
export function hashOfKey(key: string): string {
	return createHash('sha256').update(key).digest('hex')
}
