import { useEffect } from 'react'
import { AccountProvider } from '../account/account.tsx'
import { History } from '../history/history.tsx'
import { Market } from '../market/market.tsx'
import { SessionProvider, useConnection } from '../session/session.tsx'
import { SwapView } from '../swap/swap-view.tsx'
import { Trades } from '../trades/trades.tsx'
import { Offline } from '../ui/states.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Header } from './header.tsx'
import { type Route, viewNames } from './route.ts'
import { useRoute } from './use-route.ts'
import './app.css'

/** The whole page. */
export function App() {
	const route = useRoute()
	useEffect(() => {
		document.title = `${viewNames[route.view]} – Accord`
	}, [route.view])
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
			</AccountProvider>
		</SessionProvider>
	)
}

/** The address bar's hash is the route, so this is no link. */
function SkipLink() {
	return (
		<button type="button" className="skip-link" onClick={() => document.getElementById('main')?.focus()}>
			Skip to the content
		</button>
	)
}

function CurrentView({ route }: { route: Route }) {
	if (route.view === 'market') return <Market />
	if (route.view === 'history') return <History {...(route.id === undefined ? {} : { subintentId: route.id })} />
	if (route.view === 'trades') return <Trades {...(route.id === undefined ? {} : { subintentId: route.id })} />
	return <SwapView {...(route.id === undefined ? {} : { subintentId: route.id })} />
}

function ConnectionNotice() {
	return useConnection() === 'reconnecting' ? <Offline /> : null
}
