import { Component, lazy, type ReactNode, Suspense, useMemo, useState, useSyncExternalStore } from 'react'
import { AccountProvider } from '../account/account.tsx'
import { clockTime } from '../format/clock-time.ts'
import { History } from '../history/history.tsx'
import { Market } from '../market/market.tsx'
import { OpenOrdersStrip } from '../order/open-orders-strip.tsx'
import { SessionProvider, useConnection, useLostSince } from '../session/session.tsx'
import { SwapView } from '../swap/swap-view.tsx'
import { Trades } from '../trades/trades.tsx'
import { Failed, Loading, Offline } from '../ui/states.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { currentHash, subscribeToHash } from './navigate.ts'
import { parseRoute, type Route, viewNames } from './route.ts'
import './app.css'

/** Few need it, so it is not part of the first load. After a failure it is another one, which loads again. */
let lazyMaker = lazy(loadMaker)
const attemptsMax = 5
const retryAfterMs = 1_000

/** The whole page. */
export function App() {
	const route = useRoute()
	return (
		<SessionProvider>
			<AccountProvider>
				<SkipLink />
				<Header route={route} />
				<ConnectionNotice />
				<main id="main" className="main" tabIndex={-1}>
					<ErrorBoundary key={route.view}>
						<CurrentView route={route} />
					</ErrorBoundary>
				</main>
				<Footer route={route} />
				<OpenOrdersStrip route={route} title={viewNames[route.view]} />
			</AccountProvider>
		</SessionProvider>
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
	if (route.view === 'market') return <Market />
	if (route.view === 'history') return <History {...(route.id === undefined ? {} : { subintentId: route.id })} />
	if (route.view === 'maker') return <MakerView />
	if (route.view === 'trades') return <Trades {...(route.id === undefined ? {} : { subintentId: route.id })} />
	return <SwapView {...(route.id === undefined ? {} : { subintentId: route.id })} link={route.swap ?? {}} />
}

function MakerView() {
	// Kept until an error boundary starts anew, so that a failure is shown.
	const [Maker] = useState(() => lazyMaker)
	return (
		<Suspense fallback={<Loading what="the maker’s view" lines={8} />}>
			<Maker />
		</Suspense>
	)
}

/** Loads the view. @throws Error after some attempts: a service that was replaced meanwhile has it under another name */
async function loadMaker(): Promise<{ default: () => ReactNode }> {
	for (let attempt = 1; ; attempt++) {
		try {
			return { default: (await import('../maker/maker.tsx')).Maker }
		} catch (cause) {
			if (attempt < attemptsMax) {
				await new Promise(resolve => setTimeout(resolve, retryAfterMs))
				continue
			}
			lazyMaker = lazy(loadMaker)
			throw new Error('The maker’s view could not be loaded. Check that you are online, then reload the page.', {
				cause,
			})
		}
	}
}

function ConnectionNotice() {
	const isLost = useConnection() === 'reconnecting'
	const sinceMs = useLostSince()
	return isLost ? <Offline {...(sinceMs === undefined ? {} : { since: clockTime(sinceMs) })} /> : null
}

/** The address bar's route, as it changes. */
function useRoute(): Route {
	const hash = useSyncExternalStore(subscribeToHash, currentHash)
	return useMemo(() => parseRoute(hash), [hash])
}

type ErrorBoundaryProps = { readonly children: ReactNode }

/** Catches unexpected errors in a view, so that the rest of the page stays usable. Another view starts clean. */
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
