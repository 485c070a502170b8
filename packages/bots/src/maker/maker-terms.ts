import { isDeepStrictEqual } from 'node:util'
import type { GatewayClient } from '@accord/ledger'
import { Decimal, type FeeInfo, type Pair, type SignerTerms } from '@accord/protocol'
import type { DexClient } from '@accord/sdk'
import type { Log } from '../log.ts'

/** A token as the maker knows it. */
export type KnownToken = SignerTerms['tokens'][number]

/** What a maker needs to know from the service, which may change while it runs. */
export type MakerTerms = {
	readonly tokens: ReadonlyMap<string, KnownToken>
	/** Those that makers quote. */
	readonly pairs: readonly Pair[]
	readonly feeInfo: FeeInfo
	/** The fee level of the maker's account. */
	readonly level: number
}

/** Reads the terms for an account from the Trade API. The tokens' addresses come from the maker itself. */
export async function readMakerTerms(
	dex: DexClient,
	{ account, signerTerms }: { readonly account: string; readonly signerTerms: SignerTerms },
): Promise<MakerTerms> {
	const [pairs, feeInfo, level] = await Promise.all([dex.tokenPairs(), dex.info(), dex.accountLevel(account)])
	const tokens = new Map(signerTerms.tokens.map(token => [token.symbol, token]))
	return { tokens, pairs: pairs.filter(({ quoted }) => quoted !== false), feeInfo, level }
}

/** The terms that were read last. */
export type TermsOfService = { current: MakerTerms; readonly refresh: (nowMs: number) => Promise<void> }

/** Well within the two minutes for which the service accepts former fees. */
const readEveryMs = 30_000

/** Reads the terms, and again at a refresh once they are 30 s old. */
export async function termsOfService(
	read: () => Promise<MakerTerms>,
	{ clock, log }: { readonly clock: { nowMs(): number }; readonly log: Log },
): Promise<TermsOfService> {
	let readAtMs = clock.nowMs()
	const terms = {
		current: await read(),
		refresh: async (nowMs: number) => {
			if (nowMs - readAtMs < readEveryMs) return
			const next = await read()
			readAtMs = nowMs
			if (isDeepStrictEqual(next, terms.current)) return
			terms.current = next
			log.info('the service’s pairs or fees have changed')
		},
	}
	return terms
}

/** A function that reads an account's balances of the traded tokens from the ledger, by symbol. */
export function balanceReader(options: {
	readonly gateway: Pick<GatewayClient, 'balances'>
	readonly account: string
	readonly tokens: ReadonlyMap<string, KnownToken>
}): () => Promise<ReadonlyMap<string, Decimal>> {
	return async () => {
		const { amounts } = await options.gateway.balances(options.account)
		const held = [...options.tokens.values()].map(({ symbol, resourceAddress }) => {
			return [symbol, Decimal.parse(amounts.get(resourceAddress) ?? '0')] as const
		})
		return new Map(held)
	}
}
