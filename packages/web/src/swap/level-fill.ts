import { Decimal, type Pair, type Side } from '@accord/protocol'
import { useAccount } from '../account/account.tsx'
import { navigate } from '../app/navigate.ts'
import { formatRoute, type SwapLink } from '../app/route.ts'
import { formatAmount } from '../format/format-amount.ts'
import { possibleAmount } from '../quote/possible-amount.ts'
import { ownStorage } from '../session/browser-storage.ts'
import { useOrderBook, useSession } from '../session/session.tsx'
import { readSettings } from './swap-settings.ts'
import { useFunds } from './use-funds.ts'

/** The last form whose level had more than the balance covers. */
let capped: { readonly address: string; readonly note: string } | undefined

/** What to say of a form that a level has filled in part. */
export function levelNote(link: SwapLink): string | undefined {
	return capped?.address === addressOf(link) ? capped.note : undefined
}

/** Fills the form with everything up to a level of the pair's book, or what the account can spend, if that is less. */
export function useLevelFill(pair: Pair) {
	const { feeInfo, tokens } = useSession()
	const { level } = useAccount()
	const { book } = useOrderBook()
	const fundsOf = useFunds()
	return (side: Side, total: Decimal) => {
		const [base, quote] = [tokens.get(pair.base), tokens.get(pair.quote)]
		if (base === undefined || quote === undefined) return
		const amount = Decimal.roundDown(total, base.divisibility)
		const swap =
			side === 'bids'
				? { sell: base, buy: quote, exact: 'sell' as const, amount }
				: { sell: quote, buy: base, exact: 'buy' as const, amount }
		const balance = fundsOf(swap.sell).spendable
		const slippage = Decimal.parse(readSettings(ownStorage).slippage)
		if (book !== undefined && balance !== undefined) {
			const source = { book, feeInfo, level, balance }
			const possible = possibleAmount({ ...swap, slippage }, source)
			const isCapped = possible !== undefined && possible < amount
			// Exact is what is sold: then a price that moves asks no more of the balance.
			const sold = isCapped ? possibleAmount({ ...swap, slippage, exact: 'sell', amount: balance }, source) : undefined
			if (sold !== undefined) {
				const link = { sell: swap.sell.symbol, buy: swap.buy.symbol, amount: Decimal.format(sold) }
				const most = `${formatAmount(amount, { places: 2 })} ${base.symbol}`
				capped = { address: addressOf(link), note: `Your balance covers less than the ${most} up to this level.` }
				return navigate({ view: 'swap', swap: link }, 'push')
			}
		}
		navigate({ view: 'swap', swap: linkToLevel(pair, side, amount) }, 'push')
	}
}

function addressOf(swap: SwapLink): string {
	return formatRoute({ view: 'swap', swap })
}

function linkToLevel({ base, quote }: Pair, side: Side, total: Decimal): SwapLink {
	const amount = Decimal.format(total)
	return side === 'bids' ? { sell: base, buy: quote, amount } : { sell: quote, buy: base, amount, exact: 'buy' }
}
