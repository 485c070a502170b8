import type { FeeInfo, Token } from '@accord/protocol'
import type { BrowserStorage } from '../session/browser-storage.ts'

/** What this browser was told when it first traded here: what each symbol stands for, and whose key settles. */
type Known = { readonly resources: Readonly<Record<string, string>>; readonly accessRule: string }

/** Something that the service now states differently from when this browser first traded here. */
export type Changed = { readonly what: string; readonly was: string; readonly is: string }

type Market = { readonly networkId: number; readonly tokens: readonly Token[]; readonly feeInfo: FeeInfo }

/**
 * Compares the service's tokens and key with those this browser knows, and stores new ones.
 * Returns the first thing that has changed.
 */
export function compareWithKnown(storage: BrowserStorage, market: Market): Changed | undefined {
	const known = readKnown(storage, market.networkId)
	const said = saidOf(market)
	if (known !== undefined && known.accessRule !== said.accessRule)
		return { what: 'the key that settles trades', was: known.accessRule, is: said.accessRule }
	for (const [symbol, is] of Object.entries(said.resources)) {
		const was = known?.resources[symbol]
		if (was !== undefined && was !== is) return { what: symbol, was, is }
	}
	keep(storage, market.networkId, { ...said, resources: { ...known?.resources, ...said.resources } })
	return undefined
}

/** Accepts what the service says now, because the user knows why it has changed. */
export function acceptChange(storage: BrowserStorage, market: Market): void {
	keep(storage, market.networkId, saidOf(market))
}

function saidOf({ tokens, feeInfo }: Market): Known {
	return {
		resources: Object.fromEntries(tokens.map(({ symbol, resourceAddress }) => [symbol, resourceAddress])),
		accessRule: feeInfo.verifyParentAccessRuleSborHex,
	}
}

const storageKey = (networkId: number) => `accord.known.${networkId}`

function readKnown(storage: BrowserStorage, networkId: number): Known | undefined {
	try {
		const known = JSON.parse(storage.getItem(storageKey(networkId)) ?? 'null')
		return typeof known?.accessRule === 'string' && typeof known.resources === 'object' ? known : undefined
	} catch {
		return undefined
	}
}

function keep(storage: BrowserStorage, networkId: number, known: Known): void {
	try {
		storage.setItem(storageKey(networkId), JSON.stringify(known))
	} catch {
		// Without storage, every visit is the first.
	}
}
