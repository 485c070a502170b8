import { setTimeout as pause } from 'node:timers/promises'
import {
	connect,
	type Msg,
	type NatsConnection,
	type NodeConnectionOptions,
	type Status,
} from '@nats-io/transport-node'
import type { NatsConfig } from '../config/bus-settings.ts'
import { counter } from '../metrics/metrics.ts'
import { refusal, tlsOf } from './nats-trust.ts'

// The guarantee: the data waiting to be sent is bounded. While the connection is lost or too slow, messages are dropped
// and counted. When it works again, all subscribers are notified, so that they read the current state.

/**
 * Messages not sent because the bus was lost or slow, or not read because they are not ours; counted by the callback.
 */
export const messagesLost = counter(
	'accord_bus_messages_lost_total',
	'Messages between nodes that were lost',
	['fate'],
	['dropped', 'ignored'],
)
export type Fate = (typeof messagesLost.values)[number]

/** Messages between nodes, as JSON, on subjects of their own cluster. */
export type NodeLine = {
	/** Sends to all other nodes; false if the message was dropped. */
	send(subject: string, message: unknown): boolean
	/** Calls `handler` with every later message on the subject, as unvalidated JSON. */
	receive(subject: string, handler: (message: unknown) => void): () => void
	/** Resolves when the servers have received everything sent. */
	flush(): Promise<void>
	/** Calls `handler` after messages may have been lost, once messages get through again. */
	onRestored(handler: () => void): () => void
	/** Why messages do not get through; undefined if they do. */
	fault(): string | undefined
	/** Counts a message that we cannot parse. */
	ignore(): void
}

export type NatsLine = NodeLine & { close(): Promise<void> }

type NatsLineOptions = {
	readonly nats: NatsConfig
	/** Nodes with the same cluster name hear each other. */
	readonly cluster: string
	readonly nodeId: string
	readonly onLost: (fate: Fate) => void
}

/** The largest message sent or read. */
export const messageBytesMax = 64 * 1024
/** The bytes that may be in transit to the servers. */
const unconfirmedBytesMax = 16 * 1024 * 1024
const confirmedEveryBytes = 1024 * 1024
const connectedWithinMs = 5_000
const reconnectMs = 250
const unreachable = 'NATS cannot be reached'
// A server that falls silent is noticed after 4 to 6 s.
const pings = { pingInterval: 2_000, maxPingOut: 2 }

/**
 * Without a server that can be reached, the line has a fault from the start, and connects as soon as there is one.
 * @throws Error naming the servers if one of them refuses this node, or is not trusted
 */
export async function openNatsLine({ nats, cluster, nodeId, onLost }: NatsLineOptions): Promise<NatsLine> {
	const first = await firstConnection(nats, nodeId)
	let connection = typeof first === 'string' ? undefined : first
	const restored = new Set<() => void>()
	/** Every handler, with the end of its subscription. */
	const receiving = new Map<Receiver, () => void>()
	let lostBecause = typeof first === 'string' ? first : undefined
	let unconfirmed = 0
	let confirming: Promise<void> | undefined
	let hasDropped = false
	let isClosed = false
	const subjectOf = (subject: string) => `accord.v1.${cluster}.${subject}`

	const tellRestored = () => {
		hasDropped = false
		for (const handler of restored) handler()
	}
	const note = ({ type }: Status) => {
		if (type === 'disconnect' || type === 'close') lostBecause ??= unreachable
		if (type !== 'reconnect') return
		lostBecause = undefined
		unconfirmed = 0
		tellRestored()
	}
	const follow = async (opened: NatsConnection) => {
		for await (const status of opened.status()) note(status)
	}
	const subscribe = (receiver: Receiver) => {
		const subscription = connection?.subscribe(subjectOf(receiver.subject), { callback: receiver.receive })
		receiving.set(receiver, () => subscription?.unsubscribe())
	}
	const connectLater = async () => {
		while (connection === undefined) {
			await pause(reconnectMs, undefined, { ref: false })
			if (isClosed) return
			connection = await connectTo(nats, nodeId).catch(() => undefined)
		}
		if (isClosed) return await connection.close()
		lostBecause = undefined
		for (const receiver of receiving.keys()) subscribe(receiver)
		void follow(connection)
		tellRestored()
	}
	if (connection === undefined) void connectLater()
	else void follow(connection)
	const confirm = (on: NatsConnection) => {
		const confirmed = unconfirmed
		confirming ??= on
			.flush()
			.then(
				() => {
					unconfirmed = Math.max(0, unconfirmed - confirmed)
					if (hasDropped && lostBecause === undefined) tellRestored()
				},
				() => {},
			)
			.finally(() => {
				confirming = undefined
			})
		return confirming
	}
	const drop = () => {
		hasDropped = true
		onLost('dropped')
		return false
	}

	return {
		send: (subject, message) => {
			const body = Buffer.from(JSON.stringify(message))
			if (connection === undefined || lostBecause !== undefined || connection.isClosed()) return drop()
			if (body.length > messageBytesMax || unconfirmed + body.length > unconfirmedBytesMax) return drop()
			connection.publish(subjectOf(subject), body)
			unconfirmed += body.length
			if (unconfirmed > confirmedEveryBytes) void confirm(connection)
			return true
		},
		receive: (subject, handler) => {
			const receive: Receiver['receive'] = (error, { data }) => {
				if (error !== null) return
				const message = readJson(data)
				if (message === undefined) onLost('ignored')
				else handler(message)
			}
			const receiver = { subject, receive }
			subscribe(receiver)
			return () => {
				receiving.get(receiver)?.()
				receiving.delete(receiver)
			}
		},
		flush: async () => {
			if (connection !== undefined && lostBecause === undefined) await confirm(connection)
		},
		onRestored: handler => {
			restored.add(handler)
			return () => restored.delete(handler)
		},
		fault: () => lostBecause,
		ignore: () => onLost('ignored'),
		close: async () => {
			isClosed = true
			if (connection === undefined) return
			if (!connection.isClosed() && lostBecause === undefined) await connection.flush().catch(() => {})
			await connection.close()
		},
	}
}

type Receiver = { readonly subject: string; readonly receive: (error: Error | null, message: Msg) => void }

function readJson(data: Uint8Array): unknown {
	if (data.length > messageBytesMax) return undefined
	try {
		return JSON.parse(Buffer.from(data).toString())
	} catch {
		return undefined
	}
}

async function connectTo(nats: NatsConfig, nodeId: string): Promise<NatsConnection> {
	const { servers, user, password, token, tls } = nats
	const options: NodeConnectionOptions = {
		servers: [...servers],
		name: `accord ${nodeId}`,
		timeout: connectedWithinMs,
		maxReconnectAttempts: -1,
		reconnectTimeWait: reconnectMs,
		ignoreAuthErrorAbort: true,
		noEcho: true,
		...pings,
		...(user !== undefined && { user }),
		...(password !== undefined && { pass: password }),
		...(token !== undefined && { token }),
		...(tls !== undefined || servers.some(server => server.startsWith('tls://')) ? { tls: tlsOf(nats) } : {}),
	}
	return await connect(options)
}

/** The reason if no server can be reached now. */
async function firstConnection(nats: NatsConfig, nodeId: string): Promise<NatsConnection | string> {
	try {
		return await connectTo(nats, nodeId)
	} catch (cause) {
		const refused = refusal(cause, nats)
		if (refused !== undefined) throw new Error(`the bus, NATS at ${nats.servers.join(', ')}, ${refused}`, { cause })
		return `${unreachable}: ${cause instanceof Error ? cause.message : String(cause)}`
	}
}
