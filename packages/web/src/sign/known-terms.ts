import { Decimal, type FeeInfo, type SignerTerms, type Token } from '@accord/protocol'
import type { BrowserStorage } from '../session/browser-storage.ts'

// What this browser itself knows about a network: what each symbol stands for, whose key settles, and what settling
// costs, as they were when it first traded there. Later answers of the service are compared with it.

/** Decimals and fees are absent in what earlier versions stored. */
type Known = {
	readonly resources: Readonly<Record<string, string>>
	readonly divisibilities?: Readonly<Record<string, number>>
	readonly settlementFees?: Readonly<Record<string, string>>
	readonly accessRule: string
}

/** Something that the service now states differently from when this browser first traded here. */
export type Changed = { readonly what: string; readonly was: string; readonly is: string }

/** The tokens of one swap, and the service's fees and key. */
export type Market = { readonly networkId: number; readonly tokens: readonly Token[]; readonly feeInfo: FeeInfo }

/** The first thing that the service states differently from what this browser knows. */
export function compareWithKnown(storage: BrowserStorage, market: Market): Changed | undefined {
	const known = readKnown(storage, market.networkId)
	if (known === undefined) return undefined
	const said = saidOf(market)
	if (known.accessRule !== said.accessRule)
		return { what: 'the key that settles trades', was: known.accessRule, is: said.accessRule }
	for (const { symbol } of market.tokens) {
		const changed =
			changeOf(symbol, known.resources[symbol], said.resources[symbol]) ??
			changeOf(`the number of decimals of ${symbol}`, known.divisibilities?.[symbol], said.divisibilities[symbol])
		if (changed !== undefined) return changed
		const [was, is] = [known.settlementFees?.[symbol], said.settlementFees[symbol]]
		if (was !== undefined && is !== undefined && Decimal.parse(is) > twice(was))
			return { what: `the settlement fee in ${symbol}`, was, is }
	}
	return undefined
}

/** The tokens that this browser has never traded. */
export function unknownTokens(storage: BrowserStorage, { networkId, tokens }: Market): readonly Token[] {
	const known = readKnown(storage, networkId)
	return tokens.filter(({ symbol }) => known?.divisibilities?.[symbol] === undefined)
}

/** Stores what is new; what is known stays as it is. */
export function keepTerms(storage: BrowserStorage, market: Market): void {
	const [known, said] = [readKnown(storage, market.networkId), saidOf(market)]
	keep(storage, market.networkId, {
		resources: { ...said.resources, ...known?.resources },
		divisibilities: { ...said.divisibilities, ...known?.divisibilities },
		settlementFees: { ...said.settlementFees, ...known?.settlementFees },
		accessRule: known?.accessRule ?? said.accessRule,
	})
}

/** Accepts what the service says now, because the user knows why it has changed. */
export function acceptChange(storage: BrowserStorage, market: Market): void {
	const [known, said] = [readKnown(storage, market.networkId), saidOf(market)]
	keep(storage, market.networkId, {
		resources: { ...known?.resources, ...said.resources },
		divisibilities: { ...known?.divisibilities, ...said.divisibilities },
		settlementFees: { ...known?.settlementFees, ...said.settlementFees },
		accessRule: said.accessRule,
	})
}

/**
 * The terms to sign on, which the service does not decide: it has just been compared with them. In other tokens than XRD
 * settling may cost twice what it did at first.
 */
export function signerTerms(storage: BrowserStorage, market: Market): SignerTerms {
	const fees = readKnown(storage, market.networkId)?.settlementFees ?? saidOf(market).settlementFees
	const others = Object.entries(fees).filter(([symbol]) => symbol !== 'XRD')
	return {
		networkId: market.networkId,
		tokens: market.tokens,
		verifyParentAccessRuleSborHex: market.feeInfo.verifyParentAccessRuleSborHex,
		settlementFeeMax: Object.fromEntries(others.map(([symbol, fee]) => [symbol, twice(fee)])),
	}
}

function changeOf(what: string, was: string | number | undefined, is: string | number | undefined) {
	return was === undefined || was === is ? undefined : { what, was: String(was), is: String(is) }
}

function twice(fee: string): Decimal {
	return Decimal.mulUp(Decimal.parse(fee), Decimal.fromInteger(2))
}

function saidOf({ tokens, feeInfo }: Market): Required<Known> {
	const bySymbol = <T>(read: (token: Token) => T) => {
		return Object.fromEntries(tokens.map(token => [token.symbol, read(token)])) as Record<string, T>
	}
	return {
		resources: bySymbol(({ resourceAddress }) => resourceAddress),
		divisibilities: bySymbol(({ divisibility }) => divisibility),
		settlementFees: Object.fromEntries(feesOf({ tokens, feeInfo })),
		accessRule: feeInfo.verifyParentAccessRuleSborHex,
	}
}

function feesOf({ tokens, feeInfo }: Omit<Market, 'networkId'>): [symbol: string, fee: string][] {
	return feeInfo.perTokenSettlementFee
		.filter(({ symbol }) => tokens.some(token => token.symbol === symbol))
		.map(({ symbol, solverAmount, transactionExecutionAmount }) => {
			return [symbol, Decimal.format(Decimal.add(solverAmount, transactionExecutionAmount))]
		})
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
