import { QueryClientProvider } from '@tanstack/react-query'
import { Component, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { AccountProvider } from '../account/account.tsx'
import { AlertsWatch } from '../at-price/at-price.tsx'
import { Desk } from '../desk/desk.tsx'
import { preloadTabs } from '../desk/lower-tabs.tsx'
import { isEmbedded } from '../embed/host.ts'
import { clockTime } from '../format/clock-time.ts'
import { isOperatorView } from '../operator/place.ts'
import { OpenOrdersStrip } from '../order/open-orders-strip.tsx'
import { isReceipt } from '../receipt/receipt-place.ts'
import { queryClient } from '../session/remote-data.ts'
import { SessionProvider, useConnection, useLostSince } from '../session/session.tsx'
import { Failed, Offline } from '../ui/states.tsx'
import { WalletNews } from '../wallet/wallet-button.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { lazyView } from './lazy-view.tsx'
import { currentHash, subscribeToHash } from './navigate.ts'
import { parseRoute, type Route, viewNames } from './route.ts'
import { showEntry } from './scroll.ts'
import './app.css'

/** The desk loads first; the others follow when the page is idle, the maker's view only when it is shown. */
const history = lazyView('the history', async () => (await import('../history/history.tsx')).History)
const trades = lazyView('the trades', async () => (await import('../trades/trades.tsx')).Trades)
const maker = lazyView('the maker’s view', async () => (await import('../maker/maker.tsx')).Maker)
const embedded = lazyView('the swap', async () => (await import('../embed/embedded-swap.tsx')).EmbeddedSwap)
const operator = lazyView('the operator’s view', async () => (await import('../operator/operator.tsx')).OperatorView)
const receipt = lazyView('the receipt', async () => (await import('../receipt/shared-receipt.tsx')).SharedReceipt)

/** The whole page. */
export function App() {
	const route = useRoute()
	usePreloadedViews()
	useArrival(route)
	if (isEmbedded())
		return (
			<SessionProvider>
				<AccountProvider>
					<ErrorBoundary>
						<embedded.View route={route} />
					</ErrorBoundary>
				</AccountProvider>
			</SessionProvider>
		)
	if (isReceipt()) {
		const id = window.location.hash.slice(1)
		return (
			<SessionProvider>
				<ErrorBoundary>
					<receipt.View key={id} id={id} />
				</ErrorBoundary>
			</SessionProvider>
		)
	}
	if (isOperatorView())
		return (
			<QueryClientProvider client={queryClient}>
				<ErrorBoundary>
					<operator.View />
				</ErrorBoundary>
			</QueryClientProvider>
		)
	return (
		<SessionProvider>
			<AccountProvider>
				<SkipLink />
				<Header route={route} />
				<ConnectionNotice />
				<WalletNews />
				<AlertsWatch />
				<Main>
					<ErrorBoundary key={route.view}>
						<CurrentView route={route} />
					</ErrorBoundary>
				</Main>
				<Footer route={route} />
				<OpenOrdersStrip route={route} title={viewNames[route.view]} />
			</AccountProvider>
		</SessionProvider>
	)
}

/** While the service does not respond, the figures are dimmed: none of them is current. */
function Main({ children }: { children: ReactNode }) {
	const isLost = useConnection() === 'reconnecting'
	return (
		<main id="main" className={isLost ? 'main main-stale' : 'main'} tabIndex={-1}>
			{children}
		</main>
	)
}

/** A button rather than a link, because the address bar's hash is the route. */
function SkipLink() {
	return (
		<button type="button" className="skip-link" onClick={() => document.getElementById('main')?.focus()}>
			Skip to content
		</button>
	)
}

function CurrentView({ route }: { route: Route }) {
	if (route.view === 'history') return <history.View {...(route.id === undefined ? {} : { subintentId: route.id })} />
	if (route.view === 'maker') return <maker.View />
	if (route.view === 'trades') return <trades.View {...(route.id === undefined ? {} : { subintentId: route.id })} />
	return <Desk {...(route.id === undefined ? {} : { subintentId: route.id })} link={route.swap ?? {}} />
}

/** Loads the other views after the first, so that they open immediately, even while the service is unreachable. */
function usePreloadedViews(): void {
	useEffect(() => {
		if (isEmbedded() || isOperatorView() || isReceipt()) return
		for (const { preload } of [history, trades]) preload()
		preloadTabs()
	}, [])
}

/** When another place is shown, its scroll position is restored, and the focus moves there. */
function useArrival(route: Route): void {
	const place = [route.view, route.id, route.swap?.step].join(' ')
	const lastPlace = useRef(place)
	const lastView = useRef(route.view)
	useLayoutEffect(() => {
		if (lastPlace.current === place) return
		lastPlace.current = place
		showEntry()
		// A part that replaces another one in the same view takes the focus itself.
		if (lastView.current !== route.view) document.getElementById('main')?.focus({ preventScroll: true })
		lastView.current = route.view
	}, [place, route.view])
}

function ConnectionNotice() {
	const isLost = useConnection() === 'reconnecting'
	const sinceMs = useLostSince()
	return isLost ? <Offline {...(sinceMs === undefined ? {} : { since: clockTime(sinceMs) })} /> : null
}

/** The address bar's route, as it changes. */
function useRoute(): Route {
	const hash = useSyncExternalStore(subscribeToHash, currentHash)
	// A frame's address fills in its form until something in the form has been changed.
	const shown = hash === '' && isEmbedded() ? `#/swap${window.location.search}` : hash
	return useMemo(() => parseRoute(shown), [shown])
}

type ErrorBoundaryProps = { readonly children: ReactNode }

/**
 * Catches unexpected errors in a view, so that the rest of the page remains usable. Another view starts without the
 * error.
 */
class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error?: unknown }> {
	override state: { readonly error?: unknown } = {}

	static getDerivedStateFromError(error: unknown): { error: unknown } {
		return { error }
	}

	override render(): ReactNode {
		const { error } = this.state
		if (error === undefined) return this.props.children
		return (
			<Failed title="This view stopped working" error={error} onRetry={() => this.setState({ error: undefined })} />
		)
	}
}
