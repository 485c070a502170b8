import { tryReadAddress } from '../address.ts'
import type { Instruction } from '../codec-types.ts'

/** The code that a manifest's instructions run other than the ledger's own: someone published it. */
export type ForeignCalls = {
	/** Packages whose functions are called. */
	readonly packages: readonly string[]
	/** Components whose methods are called; the Gateway knows their packages. */
	readonly components: readonly string[]
	/** Whether something is called that exists only in this transaction, so that no address names it. */
	readonly isUnnamed: boolean
}

/**
 * The calls to code that is not the ledger's own; undefined if there are none. The ledger's own blueprints call no other
 * code, so it is enough to look at what each instruction calls. A component's modules (royalties, metadata, roles) are
 * the ledger's own, no matter which package the component belongs to.
 */
export function readForeignCalls(instructions: readonly Instruction[]): ForeignCalls | undefined {
	const addresses = (name: string) => [
		...new Set(instructions.filter(each => each.name === name).map(({ address }) => address)),
	]
	const named = (address: string | undefined) => address !== undefined
	const functions = addresses('CALL_FUNCTION')
	const methods = addresses('CALL_METHOD')
	const packages = functions.filter(named).filter(address => !isNativePackage(address))
	const components = methods.filter(named).filter(address => !isNativeEntity(address))
	const isUnnamed = [...functions, ...methods].includes(undefined)
	if (packages.length === 0 && components.length === 0 && !isUnnamed) return undefined
	return { packages, components, isUnnamed }
}

/** The packages whose code is part of the ledger, by their bytes, which are the same on every network. */
const nativePackages = new Set([
	'0d906318c6318c6c4d63f8cc6318c6318cf7bf553d3ca51686318c6318c6', // access controllers
	'0d906318c6318c6e8f9fcc0c6318c6318cf7aa2fad74a29e26318c6318c6', // role assignment
	'0d906318c6318c6ee313598c6318c6318cf7bcaa2e954a9626318c6318c6', // accounts
	'0d906318c6318c6c4e1b40cc6318c6318cf7bfd5d45f48c686318c6318c6', // consensus manager
	'0d906318c6318c66cd64318c6318c6318cf79e9a7f8f179ca6318c6318c6', // identities
	'0d906318c6318c6fe2d9198c6318c6318cf7bd4f3bf55557c6318c6318c6', // account lockers
	'0d906318c6318c6dadbd5f4c6318c6318cf7d155d53de568a6318c6318c6', // metadata
	'0d906318c6318c60f716464c6318c6318cf7bfcad6a3152b46318c6318c6', // packages
	'0d906318c6318c60fcc6318c6318c6318cf53e3e2a94fa2aa6318c6318c6', // pools
	'0d906318c6318c61e603c64c6318c6318cf7be913d63aafbc6318c6318c6', // resources
	'0d906318c6318c6193bf590c6318c6318cf7c4f52d3d189746318c6318c6', // royalties
	'0d906318c6318c659a6130cc6318c6318cf7a8ba5295eabf46318c6318c6', // transaction processor
	'0d906318c6318c659963ed8c6318c6318cf7be85a17d48bca6318c6318c6', // transaction tracker
])

function isNativePackage(address: string): boolean {
	return nativePackages.has(tryReadAddress(address)?.hex ?? '')
}

/** Everything but a component of a published package has a type of its own. */
function isNativeEntity(address: string): boolean {
	const type = tryReadAddress(address)?.entityType
	return type !== undefined && type !== 'GlobalGenericComponent'
}
