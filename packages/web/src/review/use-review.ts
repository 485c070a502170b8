import { type Amount, Decimal, type LimitOrder, type Pair, type Quote } from '@accord/protocol'
import { skipToken, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../account/account.tsx'
import { type Spread, spreadOf } from '../book/spread.ts'
import { quoteRequest, type SwapInput, type SwapQuote, swapFigures, swapKey } from '../quote/swap-quote.ts'
import { bestPriceOf } from '../quote/ways.ts'
import { ownStorage } from '../session/browser-storage.ts'
import { type RemoteData, useRemoteData } from '../session/remote-data.ts'
import { useSession } from '../session/session.tsx'
import { ChangedError, catching } from '../sign/caught-error.ts'
import type { CheckedQuote } from '../sign/check-quote.ts'
import { codec } from '../sign/codec.ts'
import { PageError } from '../sign/page-error.ts'
import { limitedQuote } from './limited-quote.ts'
import { type Refusal, refusalOf } from './refusal-of.ts'

/** The quote about to be signed, checked against the swap, and why the service would refuse the order, if so. */
export type ReviewedOrder = {
	readonly quote: Quote
	readonly manifest: string
	readonly checked: CheckedQuote
	readonly figures: SwapQuote
	readonly problem: Refusal | undefined
}

/** A review: its data, and a function to quote again while the former quote stays visible. */
export type ReviewData = RemoteData<ReviewedOrder> & {
	readonly requote: () => void
	readonly isQuoting: boolean
	/** Accepts the changes since this browser first traded here, and requests a new quote. */
	readonly acceptChange: () => void
}

/**
 * Requests a quote with its manifest, compares it with the swap, and has the service validate the order before it is
 * signed. With a limit, exactly that is the order, whatever the book gives.
 */
export function useReview(swap: SwapInput, limit?: LimitOrder): ReviewData {
	const {
		dex,
		pair,
		feeInfo,
		page: { networkId },
	} = useSession()
	const { account, gateway } = useAccount()
	const client = useQueryClient()
	const address = account?.address
	const market = { networkId, tokens: [swap.sell, swap.buy], feeInfo }
	const review = async (account: string): Promise<ReviewedOrder> => {
		const { checkQuote, checkRebate } = await import('../sign/check-quote.ts')
		const { checkTokens } = await import('../sign/check-tokens.ts')
		const { compareWithKnown, keepTerms, signerTerms, unknownTokens } = await import('../sign/known-terms.ts')
		const changed = compareWithKnown(ownStorage, market)
		if (changed !== undefined) throw new ChangedError(changed)
		const unknown = unknownTokens(ownStorage, market)
		await catching(
			() => JSON.stringify(unknown),
			() => checkTokens(gateway, unknown),
		)
		keepTerms(ownStorage, market)
		const [answered, best] = await Promise.all([
			dex.requestQuote(quoteRequest(swap, { pair, account })),
			dex.orderBook(pair, { depth: 1 }),
		])
		const terms = signerTerms(ownStorage, market)
		const checkedAtBook = catching(
			() => JSON.stringify(answered, Decimal.replacer),
			() => checkQuote(answered, { swap, account, feeInfo, terms }),
		)
		const { checkManifest, manifestToSign } = await codec()
		const atBook = { quote: answered, checked: checkedAtBook }
		const { quote, checked } =
			limit === undefined ? atBook : limitedQuote(atBook, { limit, swap, account, feeInfo, terms })
		const manifest = limit === undefined ? quote.manifest : manifestToSign(checked.terms, networkId)
		if (manifest === undefined) throw new PageError('The service returned no manifest to sign.')
		catching(
			() => manifest,
			() => checkManifest(manifest, checked.terms, networkId),
		)
		const order = await dex.check({ manifest })
		const previewed = order.execution?.expectedRebate ?? quote.expectedRebate
		catching(
			() => JSON.stringify(order, Decimal.replacer),
			() => checkRebate(previewed, quote.fee),
		)
		// As in the form, what every ordinary order gets back; less if the ledger would charge this one more.
		const refund = { ...previewed, amount: Decimal.min(previewed.amount, quote.expectedRebate.amount) }
		return {
			quote,
			manifest,
			checked,
			figures: figuresOf(quote, { swap, pair, refund, spread: spreadOf(best) }),
			problem: refusalOf(order, quote.total.amount),
		}
	}
	const queryKey = [
		'review',
		...swapKey(swap),
		limit === undefined ? '' : JSON.stringify(limit, Decimal.replacer),
		address,
	]
	const data = useRemoteData({
		queryKey,
		queryFn: address === undefined ? skipToken : () => review(address),
		retry: false,
		// The quote about to be signed changes only with the book, and the user is told.
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
	})
	const requote = () => void client.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false })
	const accept = async () => {
		const { acceptChange } = await import('../sign/known-terms.ts')
		acceptChange(ownStorage, market)
		requote()
	}
	return {
		...data,
		requote,
		acceptChange: () => void accept(),
		isQuoting: useIsFetching({ queryKey, exact: true }) > 0,
	}
}

/** The figures of the service's quote, computed like those of the form. */
function figuresOf(
	quote: Quote,
	{
		swap: { exact },
		pair,
		refund,
		spread,
	}: { swap: SwapInput; pair: Pair; refund: Amount; spread: Spread | undefined },
): SwapQuote {
	const { limitOrder, expected, fee, rounding } = quote
	const unslipped = { symbol: rounding.symbol, amount: rounding.rounded }
	const atBook = exact === 'sell' ? { ...limitOrder, buy: unslipped } : { ...limitOrder, sell: unslipped }
	const { best, isOnly } = bestPriceOf(quote)
	// If all levels have the same price, that price is the average: computing it from the rounded amounts would give a
	// different one.
	const price = isOnly ? best : undefined
	return swapFigures({ atBook, order: limitOrder, expected, exact, fee, refund, base: pair.base, price, best, spread })
}
