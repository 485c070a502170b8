import { readFileSync } from 'node:fs'
import type { Token } from '@accord/protocol'
import { accountAddress, type Markers, type NotarizedTransaction, notarize } from '../../codec.ts'
import type { CommitRecord } from '../../engine/commit-record.ts'
import { preparePublication } from '../../engine/ledger.ts'
import type { KeyPair } from '../../keys/key-pair.ts'
import { markerNames } from '../../markers/marker-manifests.ts'
import { composeTransaction } from '../../transaction/transaction.ts'
import type { LocalLedger } from '../local-ledger.ts'
import type { GenesisKeys } from './genesis-keys.ts'
import {
	customersManifest,
	iconUrl,
	instantiateManifest,
	markersManifest,
	playTokens,
	tokensManifest,
} from './genesis-manifests.ts'

/** The Instamint component of a local ledger, with its badge resource and its initial customers. */
export type LocalInstamint = {
	readonly component: string
	readonly badge: string
	readonly customers: readonly { readonly id: number; readonly name: string; readonly account: string }[]
}

/** The initial contents of a local ledger: its tokens, XRD first, its Instamint component, and the markers of its service. */
export type LocalGenesis = {
	readonly tokens: readonly Token[]
	readonly instamint: LocalInstamint
	readonly markers: Markers
}

/** The state version right after the first transactions; 1 is the engine's own genesis. */
export const genesisVersion = 6

/**
 * Commits the first transactions of a new ledger. They are the same on every ledger, and so are all addresses.
 * @throws Error if the ledger began differently or does not commit one of them
 */
export function openGenesis(ledger: LocalLedger, keys: GenesisKeys): LocalGenesis {
	const { wellKnownAddresses, xrd } = ledger.info
	const treasury = accountAddress(keys.treasury, ledger.networkId)
	const compose = composer(ledger.networkId)

	const published = committedAt(ledger, 2, () => publication(keys))
	const instantiated = committedAt(ledger, 3, () =>
		compose(keys.treasury, instantiateManifest({ package: made(published, 'package_'), keys, treasury, xrd })),
	)
	const component = made(instantiated, 'component_')
	const badge = made(instantiated, 'resource_')
	const globalCallerBadge = wellKnownAddresses.global_caller_virtual_badge ?? ''
	const minted = committedAt(ledger, 4, () =>
		compose(keys.treasury, tokensManifest({ component, treasury, globalCallerBadge })),
	)
	const tokens = playTokens.map(token => describeToken(token, resourceOf(ledger, { symbol: token.symbol }, minted)))
	const resources = tokens.map(({ resourceAddress }) => resourceAddress)
	committedAt(ledger, 5, () => compose(keys.operator, customersManifest({ component, keys, resources })))
	const accountPackage = wellKnownAddresses.account_package ?? ''
	const marked = committedAt(ledger, genesisVersion, () =>
		compose(keys.treasury, markersManifest({ keys, treasury, accountPackage })),
	)
	return {
		tokens: [{ symbol: 'XRD', name: 'Radix', divisibility: 18, resourceAddress: xrd, iconUrl: '' }, ...tokens],
		instamint: { component, badge, customers: keys.customers.map((customer, at) => ({ id: at + 1, ...customer })) },
		markers: createdMarkers(ledger, marked),
	}
}

/** Returns the commit at a state version. If the ledger has not got that far, it first commits this transaction. */
function committedAt(ledger: LocalLedger, stateVersion: number, compose: () => NotarizedTransaction): CommitRecord {
	const transaction = compose()
	if (ledger.info.stateVersion < stateVersion) {
		const { outcome, errorMessage } = ledger.submit(transaction.notarizedTransaction)
		if (outcome !== 'CommittedSuccess')
			throw new Error(`a first transaction of the ledger was not committed: ${outcome}, ${errorMessage}`)
	}
	const record = ledger.record(stateVersion)
	if (record.transactionId === transaction.transactionId) return record
	throw new Error(
		'the ledger in this directory was made by another version of the program: start with an empty one (npm start -- --reset), or in another directory (--data)',
	)
}

/** The header is fixed, so that a transaction, and the address of what it creates, is the same on every ledger. */
function composer(networkId: number) {
	return (keyPair: KeyPair, manifest: string) =>
		composeTransaction({
			manifest,
			window: { startEpoch: 2, endEpoch: 8_000 },
			keyPair,
			networkId,
			discriminator: '1',
		})
}

const blueprint = new URL('../../../../../blueprints/instamint/', import.meta.url)

/** The code of the component's package, and its definition. */
export const blueprintFiles = {
	code: new URL('instamint.wasm', blueprint),
	definition: new URL('instamint.rpd', blueprint),
}

function publication({ treasury, networkId }: GenesisKeys): NotarizedTransaction {
	const { curve, publicKey } = treasury
	const { signedTransactionIntent, hashToSign } = preparePublication({
		networkId,
		publisher: { curve, publicKey },
		code: readFileSync(blueprintFiles.code, 'hex'),
		definition: readFileSync(blueprintFiles.definition, 'hex'),
	})
	return notarize({ signedTransactionIntent, notarySignature: treasury.sign(hashToSign), networkId })
}

/** The only entity of a given type that a transaction created. */
function made({ newEntities }: CommitRecord, prefix: string): string {
	const [only, ...others] = newEntities.filter(({ address }) => address.startsWith(prefix))
	if (only === undefined || others.length > 0) throw new Error(`a first transaction made other than one ${prefix}…`)
	return only.address
}

/** The markers and the box that a transaction made. */
function createdMarkers(ledger: LocalLedger, record: CommitRecord): Markers {
	const named = (name: string) => resourceOf(ledger, { name }, record)
	return { box: made(record, 'account_'), order: named(markerNames.order), fill: named(markerNames.fill) }
}

type ResourceName = { readonly symbol: string } | { readonly name: string }

/** The resource that a transaction made with this symbol or name. */
function resourceOf(ledger: LocalLedger, wanted: ResourceName, { newEntities }: CommitRecord): string {
	const [[key, value] = []] = Object.entries(wanted)
	const isWanted = (entry: { key: string; value: string }) => entry.key === key && entry.value === value
	const resource = newEntities.find(
		({ type, address }) => type === 'Resource' && ledger.metadata(address).some(isWanted),
	)
	if (resource === undefined) throw new Error(`the ledger has no resource with the ${key} ${value}`)
	return resource.address
}

function describeToken({ symbol, name, divisibility }: (typeof playTokens)[number], resourceAddress: string): Token {
	return { symbol, name, divisibility, resourceAddress, iconUrl: iconUrl(symbol) }
}
