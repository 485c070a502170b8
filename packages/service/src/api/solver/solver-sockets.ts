import type { IncomingMessage } from 'node:http'
import { parseWire, solverQueryWire, TradeError } from '@accord/protocol'
import type { WebSocket } from 'ws'
import type { Accounts } from '../../accounts/accounts.ts'
import { isAllowedFrom } from '../../accounts/allowed-addresses.ts'
import type { Platform } from '../../platform/platform.ts'
import { apiKeyOf } from '../http/api-key.ts'
import { Places } from '../http/places.ts'
import type { Heartbeat } from '../sockets/heartbeat.ts'
import { type LogPlace, requirePlace } from '../sockets/log-place.ts'
import type { LogStart, NumberedStream } from '../sockets/numbered-stream.ts'
import { PathSockets } from '../sockets/path-sockets.ts'
import { closeSocket, isOvertaken, SocketWriter } from '../sockets/socket-writer.ts'
import type { SocketPath, UpgradeSender } from '../sockets/upgrades.ts'
import { EventSession, type SolverLog } from './event-session.ts'
import { type BundleMessage, parseCursor } from './solver-messages.ts'

/** Messages from solvers are ignored; one larger than this closes the connection, so that none is buffered. */
export const solverIncomingBytesMax = 4096
/** How many solvers without a key may be connected to one node, and how many with one. */
export const solverConnectionsMax = 1024
const withKeyMax = 256
const retryAfterS = 10

type SolverSocketsRooms = {
	readonly platform: Pick<Platform, 'clock' | 'log' | 'limits'>
	/** The keys that solvers may send. */
	readonly accounts: Pick<Accounts, 'authenticate'>
	readonly streams: {
		/** The specification's stream. */
		readonly bundles: NumberedStream<BundleMessage>
		readonly solverLog: SolverLog
	}
	readonly heartbeat: Heartbeat
}

type SolverSocketsOptions = {
	/** Replaces {@link solverConnectionsMax}. */
	readonly connectionsMax?: number
	/** Called with the close code of each connection that has ended. */
	readonly onClosed?: (code: number) => void
}

/** The Solver API: every solver that connects gets the bundles that are still open, then each new one. */
export class SolverSockets implements SocketPath {
	readonly sockets = new PathSockets({ messageBytes: solverIncomingBytesMax })
	readonly #rooms: SolverSocketsRooms
	readonly #connectionsMax: number
	readonly #onClosed: (code: number) => void
	/** Places by address. */
	readonly #public: Places
	/** Places by the key's owner, wherever it connects from. */
	readonly #withKey: Places

	constructor(
		rooms: SolverSocketsRooms,
		{ connectionsMax = solverConnectionsMax, onClosed = () => {} }: SolverSocketsOptions = {},
	) {
		this.#rooms = rooms
		this.#connectionsMax = connectionsMax
		this.#onClosed = onClosed
		const { solverConnectionsPerAddress: perHolder } = rooms.platform.limits
		this.#public = new Places({ perHolder })
		this.#withKey = new Places({ perHolder })
	}

	async admit(
		request: IncomingMessage,
		{ client: address, address: sender }: UpgradeSender,
	): Promise<(socket: WebSocket) => void> {
		const query = readQuery(request)
		this.sockets.requireOpen()
		const owner = await this.#ownerOfKey(request, sender)
		this.#takePlace(request, { address, owner })
		const start = await this.#startOf(query)
		const client = owner ?? address
		const replay = this.#beginReplay(request, { client, start, query })
		return socket => this.#open(socket, { events: query.events, client, ...start, ...replay })
	}

	/**
	 * The owner of the request's key. One that is invalid, or not for this address, is ignored, because old clients send
	 * theirs with every request.
	 */
	async #ownerOfKey({ headers }: IncomingMessage, sender: string): Promise<string | undefined> {
		const apiKey = apiKeyOf(headers)
		const found = apiKey === undefined ? undefined : await this.#rooms.accounts.authenticate(apiKey)
		return found && isAllowedFrom(found.allowedFrom, sender) ? found.makerId : undefined
	}

	/** No address or key can take all the places, and clients without a key cannot take those reserved for keys. */
	#takePlace({ socket }: IncomingMessage, { address, owner }: { address: string; owner: string | undefined }): void {
		const { limits } = this.#rooms.platform
		const isFull = owner === undefined ? this.#public.size >= this.#connectionsMax : this.#withKey.size >= withKeyMax
		if (isFull) throw new TradeError('busy', 'too many solvers are connected')
		const isTaken = owner === undefined ? this.#public.take(address, socket) : this.#withKey.take(owner, socket)
		if (isTaken) return
		const detail = `an address or key may have ${limits.solverConnectionsPerAddress} solvers connected`
		throw new TradeError('rate_limited', detail, { extra: { retry_after_s: retryAfterS } })
	}

	/** Where reading the log starts; cursor 0 means the oldest kept entry. */
	async #startOf({ since }: SolverQuery): Promise<Pick<Opening, 'start'>> {
		if (since === undefined) return {}
		const { solverLog: events } = this.#rooms.streams
		const bounds = { incarnation: events.incarnation(), ...(await events.range()) }
		const after = since.after === 0 ? bounds.removed : since.after
		requirePlace({ ...since, after }, bounds)
		return { start: { after, end: bounds.last } }
	}

	/** A solver that reads far back in the log counts as a replay until its backlog has been sent. */
	#beginReplay({ socket }: IncomingMessage, { client, start, query }: Replaying): Pick<Opening, 'replayed'> {
		const { replays, pageSize } = this.#rooms.streams.solverLog
		if (start.start === undefined || !query.events) return {}
		const { after, end = 0 } = start.start
		if (end - after <= pageSize) return {}
		const replayed = replays.begin(client)
		socket.once('close', replayed)
		return { replayed }
	}

	#open(socket: WebSocket, opening: Opening): void {
		const { heartbeat, platform } = this.#rooms
		const { limits, log } = platform
		log.info('solver connected')
		socket.once('close', code => {
			this.#onClosed(code)
			log.info({ code }, 'solver disconnected')
		})
		const writer = new SocketWriter({ socket, limitBytes: limits.outgoingBytes })
		heartbeat.watch(socket)
		socket.on('error', error => log.debug({ err: error }, 'solver socket failed'))
		const failed = (error: unknown) => {
			if (!isOvertaken(error)) log.error({ err: error }, 'bundles could not be sent to a solver')
			closeSocket(socket, isOvertaken(error) ? 'slow_consumer' : 'internal')
		}
		const recipient = { writer, failed }
		const end = opening.events ? this.#sendEvents(recipient, opening) : this.#sendBundles(recipient, opening)
		socket.once('close', end)
	}

	#sendBundles({ writer, failed }: Recipient, { client, start }: Opening): () => void {
		const subscriber = {
			push: ({ message }: BundleMessage) => writer.send(message),
			flushed: () => writer.flushed(),
			isFilling: () => writer.isFilling,
			failed,
			client,
		}
		return this.#rooms.streams.bundles.subscribe(subscriber, { after: start?.after ?? 0 })
	}

	#sendEvents(recipient: Recipient, { client, start, replayed }: Opening): () => void {
		const { platform, streams } = this.#rooms
		const joined = replayed === undefined ? {} : { joined: replayed }
		const session = new EventSession({ ...recipient, client, clock: platform.clock, log: streams.solverLog, ...joined })
		session.start(start)
		return () => session.end()
	}
}

type Recipient = { readonly writer: SocketWriter; readonly failed: (error: unknown) => void }

/** The terms of an admitted solver. */
type Opening = Omit<SolverQuery, 'since'> & {
	/** The client whose turns are used for its reads. */
	readonly client: string
	readonly start?: LogStart
	/** Ends its replay, if there is one. */
	readonly replayed?: () => void
}

type Replaying = { readonly client: string; readonly start: Pick<Opening, 'start'>; readonly query: SolverQuery }

/** What a solver requests when it connects. */
type SolverQuery = {
	/** Requests only entries after this one. */
	readonly since?: LogPlace
	/** Whether withdrawals and cursors are sent as well. */
	readonly events: boolean
}

/** @throws TradeError `validation_failed` */
function readQuery({ url = '' }: IncomingMessage): SolverQuery {
	const [, query = ''] = url.split('?', 2)
	const { since, events } = parseWire(solverQueryWire, Object.fromEntries(new URLSearchParams(query)))
	return { ...(since === undefined ? {} : { since: parseCursor(since) }), events: events === '1' }
}
