import type { Pair, TradedPair } from '@accord/protocol'
import { DexClient, sharedStreams } from '@accord/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import {
	createContext,
	type ReactNode,
	useCallback,
	useContext,
	useEffect,
	useState,
	useSyncExternalStore,
} from 'react'
import { Panel } from '../ui/panel.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'
import { type LiveBook, LiveBooks } from './live-books.ts'
import { keepEqualMarket, loadMarket, type MarketInfo } from './market-info.ts'
import { queryClient, useRemoteData } from './remote-data.ts'
import { type Connection, ConnectionWatch, watchedFetch } from './watched-fetch.ts'
import '../app/header.css'
import './splash.css'

/** What every view uses: the service's client, its market, and the chosen pair. */
export type Session = MarketInfo & {
	readonly dex: DexClient
	readonly pair: TradedPair
	choosePair(pair: Pair): void
}

const watch = new ConnectionWatch()
/** Fetches, and reports whether the service answers. */
export const fetchWatched = watchedFetch(watch, sharedStreams())
const dex = new DexClient({ baseUrl: window.location.origin, fetch: fetchWatched })
const books = new LiveBooks(dex, () => !document.hidden)
document.addEventListener('visibilitychange', () => books.visibilityChanged())

const SessionContext = createContext<Session | undefined>(undefined)

/** Loads the market, then shows the views; until then, a placeholder or the reason why loading fails. */
export function SessionProvider({ children }: { children: ReactNode }) {
	return (
		<QueryClientProvider client={queryClient}>
			<WithMarket>{children}</WithMarket>
		</QueryClientProvider>
	)
}

/** The current session. Only inside {@link SessionProvider}. */
export function useSession(): Session {
	const session = useContext(SessionContext)
	if (session === undefined) throw new Error('useSession outside of SessionProvider')
	return session
}

/** Whether the service answers. */
export function useConnection(): Connection {
	return useSyncExternalStore(watch.subscribe, watch.current)
}

/** When the service last responded, if it does not respond now. */
export function useLostSince(): number | undefined {
	return useSyncExternalStore(watch.subscribe, watch.lostSinceMs)
}

/** The live order book of the chosen pair, or of the named one. */
export function useOrderBook(pair: Pair = useSession().pair): LiveBook {
	const { base, quote } = pair
	const subscribe = useCallback((onChange: () => void) => books.subscribe({ base, quote }, onChange), [base, quote])
	return useSyncExternalStore(subscribe, () => books.current({ base, quote }))
}

function WithMarket({ children }: { children: ReactNode }) {
	const { data, error, retry } = useRemoteData<MarketInfo>({
		queryKey: ['market'],
		queryFn: () => loadMarket(dex, fetchWatched),
		refetchInterval: 60_000,
		structuralSharing: keepEqualMarket,
	})
	if (data !== undefined) return <WithPair market={data}>{children}</WithPair>
	if (error !== undefined)
		return (
			<Splash title="Connecting">
				<Failed title="Couldn’t reach the service" error={error} onRetry={retry} />
			</Splash>
		)
	return (
		<Splash title="Swap">
			<Loading what="the market" lines={12} />
		</Splash>
	)
}

function WithPair({ market, children }: { market: MarketInfo; children: ReactNode }) {
	const [pair, setPair] = useState(() => {
		const first = readChosenPair(market.pairs)
		// Its answer comes while the page is drawn.
		if (first !== undefined) books.begin(first)
		return first
	})
	const choosePair = (next: Pair) => {
		const known = findPair(`${next.base}/${next.quote}`, market.pairs)
		if (known === undefined) return
		writeChosenPair(known)
		setPair(known)
	}
	const { base = '', quote = '' } = pair ?? {}
	// One stream is always open, so that every view notices when the service is gone.
	useEffect(() => (base === '' ? undefined : books.subscribe({ base, quote }, () => undefined)), [base, quote])
	if (pair === undefined)
		return (
			<Splash title="Swap">
				<Empty title="No pairs to trade">The service lists none.</Empty>
			</Splash>
		)
	return <SessionContext value={{ ...market, dex, pair, choosePair }}>{children}</SessionContext>
}

/** The page shown until its market has loaded. */
function Splash({ title, children }: { title: string; children: ReactNode }) {
	return (
		<>
			<header className="header">
				<span className="header-brand">
					<img src="/favicon.svg" alt="" width="28" height="28" />
					Accord
				</span>
			</header>
			<main className="splash">
				<Panel title={title}>{children}</Panel>
			</main>
		</>
	)
}

const storageKey = 'accord.pair'

/** The pair last chosen in this browser, otherwise the first one. */
function readChosenPair(pairs: readonly TradedPair[]): TradedPair | undefined {
	try {
		return findPair(localStorage.getItem(storageKey), pairs) ?? pairs[0]
	} catch {
		return pairs[0]
	}
}

function writeChosenPair({ base, quote }: Pair): void {
	try {
		localStorage.setItem(storageKey, `${base}/${quote}`)
	} catch {
		// Without storage, the next visit starts with the first pair.
	}
}

function findPair(text: string | null, pairs: readonly TradedPair[]): TradedPair | undefined {
	return pairs.find(({ base, quote }) => `${base}/${quote}` === text)
}
