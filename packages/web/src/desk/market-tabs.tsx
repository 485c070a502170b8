import type { ReactNode } from 'react'
import { lazyView } from '../app/lazy-view.tsx'
import type { SwapLink } from '../app/route.ts'
import { BookPanel } from '../book/book-panel.tsx'
import { RecentTradesPanel } from '../market/recent-trades.tsx'
import type { RecentTrades } from '../market/use-trades.ts'
import { type Tab, Tabs } from '../ui/tabs.tsx'
import { useChosenTab } from './chosen-tab.ts'

const depth = lazyView('the depth', async () => (await import('../book/depth-panel.tsx')).DepthPanel)

const bookRows = 8
const tradeRows = 16

type MarketTabsProps = {
	readonly form: SwapLink
	readonly recent: RecentTrades
	/** On a narrow screen the chart is one of the tabs. */
	readonly chart?: ReactNode
}

/** The book, its depth and the latest trades, one at a time; all are equally high. */
export function MarketTabs({ form, recent, chart }: MarketTabsProps) {
	const [chosen, choose] = useChosenTab('market', 'book')
	const tabs: Tab[] = [
		{ id: 'book', title: 'Book', content: <BookPanel rows={bookRows} form={form} /> },
		...(chart === undefined ? [] : [{ id: 'chart', title: 'Chart', content: chart }]),
		{ id: 'depth', title: 'Depth', content: <depth.View /> },
		{ id: 'trades', title: 'Trades', content: <RecentTradesPanel recent={recent} rows={tradeRows} /> },
	]
	return <Tabs name="Market" tabs={tabs} chosen={chosen} choose={choose} />
}
