import { DexClient, type Pair } from '@accord/sdk'
import {
	createContext,
	type ReactNode,
	useCallback,
	useContext,
	useEffect,
	useState,
	useSyncExternalStore,
} from 'react'
import { Splash } from '../app/splash.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'
import { pairFromText, readChosenPair, writeChosenPair } from './chosen-pair.ts'
import { type LiveBook, LiveBooks } from './live-books.ts'
import { loadMarket, type MarketInfo } from './load-market.ts'
import { type Connection, ConnectionWatch, watchedFetch } from './watched-fetch.ts'

/** What every view works with: the service's clients, its market, and the pair that is looked at. */
export type Session = MarketInfo & {
	readonly dex: DexClient
	readonly books: LiveBooks
	readonly pair: Pair
	choosePair(pair: Pair): void
}

const watch = new ConnectionWatch()
const fetchWatched = watchedFetch(watch, (input, init) => globalThis.fetch(input, init))
const dex = new DexClient({ baseUrl: window.location.origin, fetch: fetchWatched })
const books = new LiveBooks(dex, () => !document.hidden)
document.addEventListener('visibilitychange', () => books.visibilityChanged())

const SessionContext = createContext<Session | undefined>(undefined)

/** The session. Only inside {@link SessionProvider}. */
export function useSession(): Session {
	const session = useContext(SessionContext)
	if (session === undefined) throw new Error('useSession outside of SessionProvider')
	return session
}

/** Whether the service answers. */
export function useConnection(): Connection {
	return useSyncExternalStore(watch.subscribe, watch.current)
}

/** The pair's book as it changes, of the chosen pair unless another is named. */
export function useOrderBook(pair: Pair = useSession().pair): LiveBook {
	const { base, quote } = pair
	const subscribe = useCallback((onChange: () => void) => books.subscribe({ base, quote }, onChange), [base, quote])
	return useSyncExternalStore(subscribe, () => books.current({ base, quote }))
}

/** Loads the market, and shows the views once it is there; while it cannot be had, says why and tries again. */
export function SessionProvider({ children }: { children: ReactNode }) {
	const { market, error, retry } = useMarketInfo()
	if (market !== undefined) return <WithMarket market={market}>{children}</WithMarket>
	if (error !== undefined)
		return (
			<Splash title="Connecting">
				<Failed title="The service cannot be reached" error={error} onRetry={retry} />
			</Splash>
		)
	return (
		<Splash title="Swap">
			<Loading what="the market" lines={12} />
		</Splash>
	)
}

function WithMarket({ market, children }: { market: MarketInfo; children: ReactNode }) {
	const [pair, setPair] = useState(() => readChosenPair(market.pairs))
	const choosePair = (next: Pair) => {
		const known = pairFromText(`${next.base}/${next.quote}`, market.pairs)
		if (known === undefined) return
		writeChosenPair(known)
		setPair(known)
	}
	if (pair === undefined)
		return (
			<Splash title="Swap">
				<Empty title="Nothing is traded here yet">The service has no pairs.</Empty>
			</Splash>
		)
	return <SessionContext value={{ ...market, dex, books, pair, choosePair }}>{children}</SessionContext>
}

const tryAgainAfterMs = 3_000

function useMarketInfo() {
	const [market, setMarket] = useState<MarketInfo>()
	const [error, setError] = useState<unknown>()
	const [attempt, setAttempt] = useState(0)
	const retry = useCallback(() => setAttempt(count => count + 1), [])
	// biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads anew
	useEffect(() => {
		let isLeft = false
		let timer: ReturnType<typeof setTimeout> | undefined
		loadMarket(dex, fetchWatched).then(
			loaded => {
				if (!isLeft) setMarket(loaded)
			},
			failure => {
				if (isLeft) return
				setError(failure)
				timer = setTimeout(retry, tryAgainAfterMs)
			},
		)
		return () => {
			isLeft = true
			clearTimeout(timer)
		}
	}, [attempt, retry])
	return { market, error, retry }
}
