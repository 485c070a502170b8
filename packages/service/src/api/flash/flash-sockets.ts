import type { IncomingMessage } from 'node:http'
import { type PriceBookRules, pairKey, TradeError } from '@accord/protocol'
import type { WebSocket } from 'ws'
import type { Accounts } from '../../accounts/accounts.ts'
import type { Authenticated } from '../../accounts/api-keys.ts'
import type { Market } from '../../market/market.ts'
import { counter } from '../../metrics/metrics.ts'
import type { Platform } from '../../platform/platform.ts'
import { priceBookLevelsMax } from '../../prices/maker-quotes.ts'
import { authenticateRequest } from '../http/api-key.ts'
import { Places } from '../http/places.ts'
import type { Heartbeat } from '../sockets/heartbeat.ts'
import { PathSockets } from '../sockets/path-sockets.ts'
import { closeSocket } from '../sockets/socket-writer.ts'
import type { SocketPath, UpgradeSender } from '../sockets/upgrades.ts'
import type { Streams } from '../streams.ts'
import type { FlashRooms } from './flash-methods.ts'
import { FlashSession } from './flash-session.ts'
import { MakerTraffic } from './maker-traffic.ts'

const booksSuperseded = counter(
	'accord_price_books_superseded_total',
	'Price books that a newer one of the same maker and pair replaced before they were read',
)

/** The most sessions that a maker may have open at one node. */
export const sessionsPerMakerMax = 64

type FlashSocketsRooms = {
	readonly platform: Pick<Platform, 'clock' | 'log' | 'market' | 'limits' | 'metrics'>
	readonly accounts: Pick<Accounts, 'authenticate'>
	readonly prices: FlashRooms['prices']
	readonly fills: FlashRooms['fills']
	readonly streams: Pick<Streams, 'newOrders' | 'breaker' | 'withdrawals' | 'heldBack' | 'fillExecutions' | 'keys'>
	readonly heartbeat: Heartbeat
}

/** `onClosed` is called with the close code of each session that has ended. */
type FlashSocketsOptions = { readonly onClosed?: (code: number) => void }

/** The Flash Liquidity API's sockets: admits requests with a valid key, and opens a session for each connection. */
export class FlashSockets implements SocketPath {
	readonly sockets: PathSockets
	readonly #rooms: FlashSocketsRooms
	readonly #ofSessions: FlashRooms
	readonly #onClosed: (code: number) => void
	/** Sessions by maker. */
	readonly #sessions = new Places({ perHolder: sessionsPerMakerMax })
	/** By maker, of which there are as many as the operator has registered. It outlasts their sessions. */
	readonly #traffic = new Map<string, MakerTraffic>()

	constructor(rooms: FlashSocketsRooms, { onClosed = () => {} }: FlashSocketsOptions = {}) {
		const { platform, prices, fills, streams } = rooms
		const { clock, limits } = platform
		this.#rooms = rooms
		const rulesNow = priceBookRules(platform)
		this.#ofSessions = {
			...{ clock, prices, fills, streams },
			get priceBookRules() {
				return rulesNow()
			},
		}
		this.#onClosed = onClosed
		this.sockets = new PathSockets(limits)
	}

	async admit(request: IncomingMessage, { address }: UpgradeSender): Promise<(socket: WebSocket) => void> {
		const { accounts } = this.#rooms
		const { headers } = request
		const maker = await authenticateRequest(apiKey => accounts.authenticate(apiKey), { headers, address })
		this.sockets.requireOpen()
		if (!this.#sessions.take(maker.makerId, request.socket)) {
			throw new TradeError('busy', `a maker may have ${sessionsPerMakerMax} sessions open`)
		}
		return socket => this.#open(socket, { ...maker, address })
	}

	/** The number of sessions that the maker has open. */
	sessionsOf(makerId: string): number {
		return this.#sessions.heldBy(makerId)
	}

	#open(socket: WebSocket, { makerId, keyId, address }: Authenticated & { readonly address: string }): void {
		const { heartbeat, streams } = this.#rooms
		const { limits, log } = this.#rooms.platform
		const traffic = this.#trafficOf(makerId)
		log.info({ makerId, keyId }, 'maker session opened')
		socket.once('close', code => {
			this.#onClosed(code)
			log.info({ makerId, keyId, code }, 'maker session closed')
		})
		socket.once(
			'close',
			streams.keys.watch({ keyId, address }, () => closeSocket(socket, 'unauthorized')),
		)
		heartbeat.watch(socket)
		new FlashSession(this.#ofSessions, { makerId, socket, limits, traffic, log })
	}

	#trafficOf(makerId: string): MakerTraffic {
		const { limits, metrics } = this.#rooms.platform
		const known = this.#traffic.get(makerId)
		const traffic = known ?? new MakerTraffic(limits, () => metrics.count(booksSuperseded))
		this.#traffic.set(makerId, traffic)
		return traffic
	}
}

/** The rules by which makers' books are validated now. */
function priceBookRules(platform: { readonly market: Market }): () => PriceBookRules {
	let known = { market: platform.market, rules: priceBookRulesOf(platform.market) }
	return () => {
		const { market } = platform
		if (known.market !== market) known = { market, rules: priceBookRulesOf(market) }
		return known.rules
	}
}

function priceBookRulesOf(market: Market): PriceBookRules {
	const tokens = new Map(market.tokens.map(token => [token.symbol, token]))
	const pairs = new Map(market.quotedPairs.map(pair => [pairKey(pair), pair]))
	return { tokens, pairs, maxLevels: priceBookLevelsMax }
}
