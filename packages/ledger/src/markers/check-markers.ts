import { compilePreview, intentHeader, isAccountAddress, type Markers, type PublicKey } from '../codec.ts'
import type { GatewayClient } from '../gateway/gateway-client.ts'
import { GatewayError } from '../gateway/gateway-error.ts'
import { readEnum, readOption, readTuple } from '../instamint/programmatic-json.ts'
import { type FoundRule, judgeRules, type MarkerCheck } from './judge-rules.ts'
import { readLedgerRule } from './ledger-rule.ts'
import { markerRoles } from './marker-manifests.ts'

export type { MarkerCheck } from './judge-rules.ts'

type Gateway = Pick<GatewayClient, 'preview' | 'tokenInfo' | 'packagesOf'>

/** The markers to check, and the service's keys: the current one, and the former one while it is accepted. */
export type MarkersToCheck = {
	readonly markers: Markers
	readonly keys: readonly PublicKey[]
	readonly networkId: number
}

/**
 * Reads the markers and the box from the ledger: who mints, burns and owns, and whether the box accepts deposits of
 * strangers. Everything is read by the ledger's own methods in previews.
 * @throws GatewayError if the Gateway cannot be asked
 */
export async function checkMarkers(gateway: Gateway, checked: MarkersToCheck): Promise<MarkerCheck> {
	const { order, fill } = checked.markers
	const missing = await Promise.all([
		resourceFaults(gateway, 'order marker', order),
		resourceFaults(gateway, 'fill marker', fill),
		boxFaults(gateway, checked),
	])
	if (missing.flat().length > 0) return { faults: missing.flat(), otherKeys: [] }
	const rules = await readRules(gateway, checked)
	if (typeof rules === 'string') return { faults: [rules], otherKeys: [] }
	const found = judgeRules(rules, checked)
	return found.faults.length > 0 ? found : { ...found, faults: await bindingFaults(gateway, checked) }
}

async function resourceFaults(gateway: Gateway, kind: string, address: string): Promise<string[]> {
	const name = `the ${kind} ${address}`
	try {
		const [found] = await gateway.tokenInfo([address])
		if (found === undefined) return [`${name} is not on the ledger`]
		return found.divisibility === 18 ? [] : [`${name} has ${found.divisibility} decimal places, not 18`]
	} catch (error) {
		if (error instanceof GatewayError && error.kind === 'not_found') return [`${name} is not on the ledger`]
		if (error instanceof GatewayError && error.kind === 'bad_request') return [`${name} is not a fungible resource`]
		throw error
	}
}

async function boxFaults(gateway: Gateway, { markers: { box }, networkId }: MarkersToCheck): Promise<string[]> {
	if (!isAccountAddress(box, networkId)) return [`the box ${box} is not an account`]
	try {
		await gateway.packagesOf([box])
		return []
	} catch (error) {
		if (error instanceof GatewayError && error.kind === 'not_found') return [`the box ${box} is not on the ledger`]
		throw error
	}
}

const updatableByOwner = 1

const verbs = {
	minter: 'can be minted',
	minter_updater: 'can have its minters changed',
	burner: 'can be burnt',
	burner_updater: 'can have its burners changed',
} as const

/** The rules of the markers and of the box, by one preview; a sentence if they cannot be read. */
async function readRules(gateway: Gateway, { markers, networkId }: MarkersToCheck): Promise<FoundRule[] | string> {
	const { box, order, fill } = markers
	const resources = [
		{ name: `the order marker ${order}`, address: order },
		{ name: `the fill marker ${fill}`, address: fill },
	]
	const roles = resources.flatMap(resource => markerRoles.map(role => ({ ...resource, role })))
	const reading = await preview(gateway, {
		networkId,
		instructions: [
			...roles.map(
				({ address, role }) => `CALL_ROLE_ASSIGNMENT_METHOD Address("${address}") "get" Enum<0u8>() "${role}";`,
			),
			`CALL_ROLE_ASSIGNMENT_METHOD Address("${box}") "get_owner_role";`,
			`TAKE_FROM_WORKTOP Address("${order}") Decimal("0") Bucket("nothing");`,
			`CALL_METHOD Address("${box}") "try_deposit_or_refund" Bucket("nothing") Enum<0u8>();`,
		],
	})
	if (typeof reading === 'string') return `the rules of the markers and of the box cannot be read: ${reading}`
	const ofRoles = roles.map(({ name, role }, at) => ({
		phrase: `${name} ${verbs[role]}`,
		rule: readLedgerRule(readOption(reading[at])),
	}))
	const [owner, updater] = readTuple(reading[roles.length], 2)
	const refund = readOption(reading[roles.length + 2])
	const faults = [
		...(readEnum(updater).variant === updatableByOwner
			? []
			: [`the owner of the box ${box} cannot be changed: it is not a made account`]),
		...(refund === undefined ? [`the box ${box} accepts deposits of strangers`] : []),
	]
	return [...ofRoles, { phrase: `the box ${box} can be used`, rule: readLedgerRule(owner), faults }]
}

/** Whether each key can do what outers do: other rules of a resource may prevent it. */
async function bindingFaults(gateway: Gateway, { markers, keys, networkId }: MarkersToCheck): Promise<string[]> {
	const { box, order, fill } = markers
	const instructions = [order, fill].flatMap(resource => [
		`MINT_FUNGIBLE Address("${resource}") Decimal("1");`,
		`CALL_METHOD Address("${box}") "deposit_batch" Expression("ENTIRE_WORKTOP");`,
		`CALL_METHOD Address("${box}") "burn" Address("${resource}") Decimal("1");`,
	])
	const faults = await Promise.all(
		keys.map(async signer => {
			const reading = await preview(gateway, { networkId, instructions, signer })
			if (typeof reading !== 'string') return []
			return [`the service’s ${signer.curve} key ${signer.publicKey} cannot bind a bundle: ${reading}`]
		}),
	)
	return faults.flat()
}

type Preview = { readonly networkId: number; readonly instructions: readonly string[]; readonly signer?: PublicKey }

/** What each instruction returns; a text if they fail. */
async function preview(
	gateway: Gateway,
	{ networkId, instructions, signer }: Preview,
): Promise<readonly unknown[] | string> {
	const compiled = compilePreview({
		manifest: instructions.join('\n'),
		header: intentHeader({ networkId, window: { startEpoch: 1, endEpoch: 2 } }),
		children: [],
		signers: signer === undefined ? [] : [{ curve: signer.curve, publicKey: signer.publicKey }],
	})
	const flags = { use_free_credit: true, skip_epoch_check: true }
	const { status, errorMessage = status, outputs } = await gateway.preview(compiled, flags)
	return status === 'Succeeded' ? outputs : errorMessage
}
