import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net'

/** What of a line is silent: what goes to the server, what comes from it, or both. */
export type Silence = 'to' | 'from' | 'both'

type Joined = { readonly client: Socket; readonly server: Socket; isHalfEnded: boolean }

/**
 * The line between a node and a server that it needs, for a test to cut or to silence. What is sent into a silent line is kept and
 * arrives when it is mended, as after lost packets; an end of one side is not told to the other until then.
 */
export class Line {
	readonly #listener: Server
	readonly #joined = new Set<Joined>()
	#isCut = false
	#silence: Silence | undefined

	private constructor(listener: Server) {
		this.#listener = listener
	}

	/** `target` says where the server is now. */
	static async start(target: () => NetConnectOpts): Promise<Line> {
		const listener = createServer({ allowHalfOpen: true })
		const line = new Line(listener)
		listener.on('connection', client => line.#join(client, target))
		listener.listen(0, '127.0.0.1')
		await once(listener, 'listening')
		return line
	}

	get port(): number {
		return (this.#listener.address() as AddressInfo).port
	}

	/** Breaks off every connection, and each new one at once. */
	cut(): void {
		this.#isCut = true
		this.#breakOff()
	}

	silence(silence: Silence): void {
		this.#silence = silence
		for (const joined of this.#joined) this.#let(joined)
	}

	/** Lets everything through again. */
	mend(): void {
		this.#isCut = false
		this.#silence = undefined
		for (const joined of this.#joined) this.#let(joined)
	}

	stop(): void {
		this.#listener.close()
		this.#breakOff()
	}

	#breakOff(): void {
		for (const joined of this.#joined) end(joined)
		this.#joined.clear()
	}

	#join(client: Socket, target: () => NetConnectOpts): void {
		if (this.#isCut) return void client.destroy()
		const server = connect({ ...target(), allowHalfOpen: true })
		const joined = { client, server, isHalfEnded: false }
		this.#joined.add(joined)
		const ended = () => {
			joined.isHalfEnded = true
			if (this.#silence !== undefined) return
			end(joined)
			this.#joined.delete(joined)
		}
		for (const socket of [client, server]) socket.on('error', () => {}).on('close', ended)
		this.#let(joined)
	}

	/** Moves what may be moved now. */
	#let(joined: Joined): void {
		const { client, server, isHalfEnded } = joined
		if (isHalfEnded && this.#silence === undefined) {
			end(joined)
			return void this.#joined.delete(joined)
		}
		move(client, server, this.#silence !== 'to' && this.#silence !== 'both')
		move(server, client, this.#silence !== 'from' && this.#silence !== 'both')
	}
}

function move(from: Socket, to: Socket, isLet: boolean): void {
	from.unpipe(to)
	if (isLet) from.pipe(to)
	else from.pause()
}

function end({ client, server }: Joined): void {
	client.destroy()
	server.destroy()
}
