import { Decimal } from '@accord/protocol'
import { accountAddress, hash, readAddress, signatureAccessRule } from '../../codec.ts'
import { instamintActManifest } from '../../instamint/operator-manifests.ts'
import type { KeyPair } from '../../keys/key-pair.ts'
import { createMarkersManifest } from '../../markers/marker-manifests.ts'
import { transferManifest } from '../../transaction/transfer.ts'
import type { GenesisKeys } from './genesis-keys.ts'

/** The tokens of a local ledger other than XRD. Prices are in XRD per unit. */
export const playTokens = [
	{ symbol: 'xUSDC', name: 'Wrapped USDC', divisibility: 6, supply: '1000000000000', priceXrd: '20' },
	{ symbol: 'xUSDT', name: 'Wrapped USDT', divisibility: 6, supply: '1000000000000', priceXrd: '20' },
	{ symbol: 'xwBTC', name: 'Wrapped BTC', divisibility: 8, supply: '21000000', priceXrd: '1200000' },
	{ symbol: 'xETH', name: 'Wrapped Ether', divisibility: 18, supply: '1000000000', priceXrd: '60000' },
] as const

const feeXrd = Decimal.parse('100')
/** The XRD with which the component's operator and super operator pay their own fees. */
const operatorXrd = Decimal.parse('100000')
const allowanceXrd = Decimal.parse('1000000')
/** This is also the most that a component accepts. */
const priceValidityS = 7 * 24 * 60 * 60

/** Creates the Instamint component, and gives its operators XRD for their fees. */
export function instantiateManifest(options: {
	readonly package: string
	readonly keys: GenesisKeys
	readonly treasury: string
	readonly xrd: string
}): string {
	const { keys, treasury, xrd } = options
	const { networkId, operator, superOperator } = keys
	const rule = ({ curve, publicKey }: KeyPair) => signatureAccessRule({ curve, publicKey }, networkId).manifest
	const amounts = [{ resource: xrd, amount: operatorXrd }]
	const transfers = [operator, superOperator].map(key => ({ to: accountAddress(key, networkId), amounts }))
	return [
		transferManifest({ from: treasury, transfers, lockFeeXrd: feeXrd }),
		`CALL_FUNCTION Address("${options.package}") "Instamint" "instantiate" ${rule(operator)} ${rule(superOperator)} ${priceValidityS}i64;`,
	].join('\n')
}

/** Mints the play tokens for the treasury; after that only the component can mint and burn them. */
export function tokensManifest(options: {
	readonly component: string
	readonly treasury: string
	readonly globalCallerBadge: string
}): string {
	const { treasury } = options
	return [
		`CALL_METHOD Address("${treasury}") "lock_fee" Decimal("${Decimal.format(feeXrd)}");`,
		...playTokens.map(token => tokenInstruction(token, callerRule(options))),
		`CALL_METHOD Address("${treasury}") "deposit_batch" Expression("ENTIRE_WORKTOP");`,
	].join('\n')
}

/** Enables the play tokens at their prices and adds the customers. */
export function customersManifest(options: {
	readonly component: string
	readonly keys: GenesisKeys
	readonly resources: readonly string[]
}): string {
	const { component, keys, resources } = options
	const enable = playTokens.map(
		({ priceXrd }, at) =>
			`CALL_METHOD Address("${component}") "enable_resource" Address("${resources[at]}") Decimal("${priceXrd}");`,
	)
	const adding = instamintActManifest({
		component,
		payer: accountAddress(keys.operator, keys.networkId),
		lockFeeXrd: feeXrd,
		acts: keys.customers.map(({ account }) => ({ kind: 'add_customer', account, allowanceXrd })),
	})
	return [adding, ...enable].join('\n')
}

/** Makes the markers for the key of the local network's service, and the box between them. */
export function markersManifest(options: {
	readonly keys: GenesisKeys
	readonly treasury: string
	readonly accountPackage: string
}): string {
	const { keys, treasury, accountPackage } = options
	const { networkId, service } = keys
	const paid = { payer: treasury, lockFeeXrd: feeXrd, creator: keys.treasury }
	return createMarkersManifest({ ...paid, accountPackage, keys: [service], networkId })
}

export function iconUrl(symbol: string): string {
	return `https://accord.example/icons/${symbol.toLowerCase()}.png`
}

function tokenInstruction({ symbol, name, divisibility, supply }: (typeof playTokens)[number], rule: string): string {
	const entry = (key: string, value: string) => `"${key}" => Tuple(Some(${value}), false)`
	const metadata = [
		entry('symbol', `Enum<Metadata::String>("${symbol}")`),
		entry('name', `Enum<Metadata::String>("${name}")`),
		entry('icon_url', `Enum<Metadata::Url>("${iconUrl(symbol)}")`),
	]
	const role = `Some(Tuple(Some(${rule}), Some(Enum<AccessRule::DenyAll>())))`
	return `CREATE_FUNGIBLE_RESOURCE_WITH_INITIAL_SUPPLY
		Enum<OwnerRole::None>()
		true
		${divisibility}u8
		Decimal("${supply}")
		Tuple(${role}, ${role}, None, None, None, None)
		Tuple(Map<String, Tuple>(${metadata.join(', ')}), Map<String, Enum>())
		None;`
}

/** The access rule that only calls of the component satisfy: the local id is the hash of the caller, as Scrypto SBOR. */
function callerRule({ component, globalCallerBadge }: { component: string; globalCallerBadge: string }): string {
	const caller = hash(`5c22000180${readAddress(component).hex}`)
	const badge = `NonFungibleGlobalId("${globalCallerBadge}:[${caller}]")`
	return `Enum<AccessRule::Protected>(Enum<0u8>(Enum<0u8>(Enum<0u8>(${badge}))))`
}
