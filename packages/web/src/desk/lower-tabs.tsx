import type { Pair } from '@accord/protocol'
import { lazyView } from '../app/lazy-view.tsx'
import { useAlertCount } from '../at-price/at-price.tsx'
import { type Tab, Tabs } from '../ui/tabs.tsx'
import { useChosenTab } from './chosen-tab.ts'

const open = lazyView('your open orders', async () => (await import('../order/open-orders-panel.tsx')).OpenOrdersPanel)
const orders = lazyView('your orders', async () => (await import('../history/history.tsx')).Orders)
const balances = lazyView('your balances', async () => (await import('../market/balances-panel.tsx')).BalancesPanel)
const alerts = lazyView('your alerts', async () => (await import('../at-price/alerts-panel.tsx')).AlertsPanel)
const pairs = lazyView('the pairs', async () => (await import('../market/pair-panel.tsx')).PairPanel)

/** Loads what the tabs show before it is needed. */
export function preloadTabs(): void {
	for (const { preload } of [open, orders, balances, alerts, pairs]) preload()
}

/** The reader's own orders and balances, and all pairs. */
export function LowerTabs({ choosePair }: { choosePair: (pair: Pair) => void }) {
	const watched = useAlertCount()
	const [chosen, choose] = useChosenTab('lower', watched > 0 ? 'alerts' : 'open')
	const tabs: readonly Tab[] = [
		{ id: 'open', title: 'Open', content: <open.View /> },
		{ id: 'history', title: 'History', content: <orders.View /> },
		{ id: 'balances', title: 'Balances', content: <balances.View /> },
		{ id: 'alerts', title: watched > 0 ? `Alerts (${watched})` : 'Alerts', content: <alerts.View /> },
		{ id: 'pairs', title: 'Pairs', content: <pairs.View choosePair={choosePair} /> },
	]
	return <Tabs name="Yours" tabs={tabs} chosen={chosen} choose={choose} />
}
