import {
	type ComposedFill,
	Decimal,
	type FillToCompose,
	mintPrefix,
	TradeError,
	totalWithdrawn,
} from '@accord/protocol'
import type { InstamintClient } from './instamint-client.ts'

type Source = Pick<InstamintClient, 'info' | 'accounts' | 'tokens'>

/** The customer that fills mint as, and the tokens they mint; the same for all of a maker's fills. */
type Minting = {
	readonly info: Awaited<ReturnType<Source['info']>>
	readonly accounts: Awaited<ReturnType<Source['accounts']>>
	readonly tokens: Awaited<ReturnType<Source['tokens']>>
}

/** Adds instructions to the start of a maker's fills that mint on credit what the fill takes from its account. */
export class FillMints {
	readonly #source: Source
	#minting: Promise<Minting> | undefined

	constructor(source: Source) {
		this.#source = source
	}

	/**
	 * The fill with its mint: of everything that it withdraws, or only of `amount`. Other tokens are sold from the account.
	 * @throws TradeError `not_an_instamint_customer` for an account without a badge
	 */
	async withMint(composed: ComposedFill, { account }: FillToCompose, amount?: Decimal): Promise<ComposedFill> {
		const { info, accounts, tokens } = await this.#read()
		const { limitOrder, fee } = composed
		const resource = tokens.find(({ symbol, chain }) => chain === 'Radix' && symbol === limitOrder.sell.symbol)?.address
		const minted = amount ?? totalWithdrawn(limitOrder.sell, fee)
		if (resource === undefined || !Decimal.isPositive(minted)) return composed
		const [customerLocalId] = accounts.find(({ address }) => address === account)?.badgeIds ?? []
		if (customerLocalId === undefined) throw new TradeError('not_an_instamint_customer')
		const { component, customerBadgeResource: badge } = info
		const prefix = mintPrefix({ component, badge, account, customerLocalId, resource, amount: minted })
		return { ...composed, manifest: `${prefix}\n${composed.manifest}` }
	}

	#read(): Promise<Minting> {
		this.#minting ??= this.#ask().catch(error => {
			this.#minting = undefined
			throw error
		})
		return this.#minting
	}

	async #ask(): Promise<Minting> {
		const [info, accounts, tokens] = await Promise.all([
			this.#source.info(),
			this.#source.accounts(),
			this.#source.tokens(),
		])
		return { info, accounts, tokens }
	}
}
