import { createHash } from 'node:crypto'
import type { KeyPair } from '@accord/ledger'
import type { Config } from '../config/config.ts'
import type { ServiceIdentity } from '../config/service-identity.ts'

/** What all nodes of a database must agree on: a hash of each group of settings, by the group's name. */
export type Fingerprint = Readonly<Record<string, string>>

/** Contains nothing secret: for keys, only their public parts. */
export function fingerprintOf(config: Config, { keyPair, formerKeyPair, account }: ServiceIdentity): Fingerprint {
	const { networkId, tokens, pairs, levels, settlement, makersPerOrder, limits, instamint, prefixPackages } = config
	const parts: Record<string, unknown> = {
		network: networkId,
		tokens: tokens.map(({ symbol, resourceAddress, divisibility }) => [symbol, resourceAddress, divisibility]),
		pairs,
		fees: [levels, settlement],
		'service keys': [publicPart(keyPair), formerKeyPair && publicPart(formerKeyPair), account],
		matching: [makersPerOrder, limits.exposurePerMakerXrd, limits.openOrdersPerAccount],
		instamint: instamint?.component,
		'prefix packages': [...prefixPackages].sort(),
	}
	return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, hashOf(part)]))
}

/**
 * The names of the parts in which two fingerprints differ. A part that only one has belongs to another version of the
 * service: a version that changes which settings make up a part renames the part.
 */
export function differences(one: Fingerprint, other: Fingerprint): string[] {
	return Object.keys(one).filter(name => other[name] !== undefined && one[name] !== other[name])
}

function publicPart({ curve, publicKey }: KeyPair) {
	return [curve, publicKey]
}

function hashOf(value: unknown): string {
	const text = JSON.stringify(value ?? null, (_, part) => (typeof part === 'bigint' ? String(part) : part))
	return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
