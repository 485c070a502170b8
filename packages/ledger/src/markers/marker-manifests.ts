import { Decimal } from '@accord/protocol'
import { type Markers, type PublicKey, signatureAccessRule } from '../codec.ts'

// The guarantee: only the service's keys mint and burn markers, and only they reach the box. All rules are the same rule,
// which any of the keys satisfies, so that bundles signed by either key settle while the service's key is changed.

/** The names of the marker resources on the ledger. */
export const markerNames = { order: 'Accord order marker', fill: 'Accord fill marker' } as const

type Payment = { readonly payer: string; readonly lockFeeXrd: Decimal }
/** The service's keys: the current one, and the former one while it is accepted. */
type Owners = { readonly keys: readonly PublicKey[]; readonly networkId: number }

/**
 * The manifest text of one transaction that makes both markers and the box. `creator` signs it; its owner pays, and need
 * not be among the service's keys.
 */
export function createMarkersManifest(
	options: Payment & Owners & { readonly creator: PublicKey; readonly accountPackage: string },
): string {
	const { creator, accountPackage, networkId } = options
	const rule = markerRule(options)
	return [
		lockFee(options),
		...Object.values(markerNames).map(name => createMarker(name, rule)),
		`ALLOCATE_GLOBAL_ADDRESS Address("${accountPackage}") "Account" AddressReservation("box") NamedAddress("box");`,
		`CREATE_ACCOUNT_ADVANCED Enum<OwnerRole::Updatable>(${markerRule({ keys: [creator], networkId })}) Some(AddressReservation("box"));`,
		'CALL_METHOD NamedAddress("box") "set_default_deposit_rule" Enum<1u8>();',
		`SET_OWNER_ROLE NamedAddress("box") ${rule};`,
	].join('\n')
}

/** The manifest text of a transaction that hands both markers and the box over to other keys; one of the current keys signs it. */
export function setMarkerKeysManifest(options: Payment & Owners & { readonly markers: Markers }): string {
	const { box, order, fill } = options.markers
	const rule = markerRule(options)
	return [
		lockFee(options),
		...[order, fill].flatMap(resource =>
			markerRoles.map(role => `SET_ROLE Address("${resource}") Enum<0u8>() "${role}" ${rule};`),
		),
		`SET_OWNER_ROLE Address("${box}") ${rule};`,
	].join('\n')
}

/** The roles of a marker. Each updater comes last, because it must still allow the change before it. */
export const markerRoles = ['minter', 'minter_updater', 'burner', 'burner_updater'] as const

/** The badge that a transaction has if this key signed it, as its resource and local id. */
export function badgeOf({ curve, publicKey }: PublicKey, networkId: number): string {
	const { manifest } = signatureAccessRule({ curve, publicKey }, networkId)
	const [, badge] = /NonFungibleGlobalId\("([^"]+)"\)/.exec(manifest) ?? []
	if (badge === undefined) throw new Error(`the access rule of a key names no badge: ${manifest}`)
	return badge
}

/** The access rule (manifest text) that any of these keys satisfies. */
function markerRule({ keys, networkId }: Owners): string {
	const badges = keys.map(key => `Enum<0u8>(NonFungibleGlobalId("${badgeOf(key, networkId)}"))`)
	return `Enum<2u8>(Enum<0u8>(Enum<4u8>(Array<Enum>(${badges.join(', ')}))))`
}

function lockFee({ payer, lockFeeXrd }: Payment): string {
	return `CALL_METHOD Address("${payer}") "lock_fee" Decimal("${Decimal.format(lockFeeXrd)}");`
}

/** Amounts are random bits, so they need every decimal place; tracking the supply would cost every trade something. */
function createMarker(name: string, rule: string): string {
	const role = `Some(Tuple(Some(${rule}), Some(${rule})))`
	return `CREATE_FUNGIBLE_RESOURCE
		Enum<OwnerRole::None>()
		false
		18u8
		Tuple(${role}, ${role}, None, None, None, None)
		Tuple(Map<String, Tuple>("name" => Tuple(Some(Enum<Metadata::String>("${name}")), true)), Map<String, Enum>())
		None;`
}
