import type { Pair } from '@accord/protocol'
import { useEffect } from 'react'
import { lazyView } from '../app/lazy-view.tsx'
import { navigate } from '../app/navigate.ts'
import type { SwapLink } from '../app/route.ts'
import { formatPrice } from '../book/price-tick.ts'
import { spreadOf } from '../book/spread.ts'
import { MarketHead } from '../market/market-head.tsx'
import { usePairTrades } from '../market/use-pair-trades.ts'
import { useOrderBook, useSession } from '../session/session.tsx'
import { SwapCard } from '../swap/swap-card.tsx'
import { Button } from '../ui/button.tsx'
import { useMedia } from '../ui/use-media.ts'
import { LowerTabs } from './lower-tabs.tsx'
import { MarketTabs } from './market-tabs.tsx'
import './desk.css'

/** Loaded while the form is filled in, so that it is there when the order has been sent. */
const ordering = lazyView('the order', async () => (await import('../order/order-panel.tsx')).OrderPanel)
const price = lazyView('the chart', async () => (await import('../market/price-panel.tsx')).PricePanel)

/** From here on the chart has a place of its own; below, it is one of the tabs (desk.css). */
const hasChartPlace = '(min-width: 47.5em)'

type DeskProps = { readonly subintentId?: string; readonly link: SwapLink }

/** The ticket, which is the swap form or the order sent from it; the market beside it; and the reader's own below. */
export function Desk({ subintentId, link }: DeskProps) {
	useEffect(() => ordering.preload(), [])
	const choosePair = usePairChoice(subintentId === undefined ? link : {})
	return (
		<div className="desk">
			<h1 className="visually-hidden">Trade</h1>
			<div className="desk-ticket">
				<TicketMid />
				{subintentId === undefined ? (
					<SwapCard link={link} />
				) : (
					<SentOrder key={subintentId} subintentId={subintentId} />
				)}
			</div>
			<Market form={subintentId === undefined ? link : {}} choosePair={choosePair} />
			<div className="desk-lower">
				<LowerTabs choosePair={choosePair} />
			</div>
		</div>
	)
}

/** The price beside what is typed, where the market is further down. */
function TicketMid() {
	const { pair } = useSession()
	const { book } = useOrderBook()
	const mid = book && spreadOf(book)?.mid
	if (useMedia(hasChartPlace)) return null
	return (
		<p className="desk-mid">
			<span translate="no">
				{pair.base}/{pair.quote}
			</span>{' '}
			<span>at mid</span> <b translate="no">{mid === undefined ? '–' : `${formatPrice(pair, mid)} ${pair.quote}`}</b>
		</p>
	)
}

function SentOrder({ subintentId }: { subintentId: string }) {
	return (
		<ordering.View
			subintentId={subintentId}
			actions={isSecond => (
				<div className={isSecond ? 'desk-next' : 'desk-next desk-next-due'}>
					<Button kind={isSecond ? 'plain' : 'primary'} size="l" onClick={() => navigate({ view: 'swap' }, 'push')}>
						New swap
					</Button>
				</div>
			)}
		/>
	)
}

type MarketProps = { readonly form: SwapLink; readonly choosePair: (pair: Pair) => void }

/** Redrawn with each trade, unlike the ticket. */
function Market({ form, choosePair }: MarketProps) {
	const { pair } = useSession()
	const recent = usePairTrades(pair)
	const isApart = useMedia(hasChartPlace)
	const chart = <price.View recent={recent} />
	return (
		<>
			<MarketHead recent={recent} choosePair={choosePair} />
			{isApart && (
				<section className="frame desk-chart" aria-label="Chart">
					{chart}
				</section>
			)}
			<div className="desk-book">
				<MarketTabs form={form} recent={recent} {...(isApart ? {} : { chart })} />
			</div>
		</>
	)
}

/** Chooses a pair for the whole page. A filled form names its own tokens, so its address changes, too. */
function usePairChoice({ sell, buy }: SwapLink): (pair: Pair) => void {
	const { choosePair } = useSession()
	return pair => {
		if (sell === undefined && buy === undefined) choosePair(pair)
		else navigate({ view: 'swap', swap: { sell: pair.base, buy: pair.quote } }, 'push')
	}
}
