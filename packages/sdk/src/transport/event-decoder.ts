import { ConnectionError } from './connection-error.ts'

/** A server-sent event (WHATWG HTML, "Server-sent events"). */
export type ServerEvent = { event: string; id: string | undefined; data: string }

const pendingMax = 4 * 1024 * 1024

/** Reads a stream of server-sent events piece by piece, wherever the pieces are cut. */
export class EventDecoder {
	#rest = ''
	#event = ''
	#id: string | undefined
	#data: string[] = []

	/** Takes the next piece of text; gives the events that it completes. @throws ConnectionError for a line of more than 4 Mi characters */
	take(text: string): ServerEvent[] {
		const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/)
		this.#rest = lines.pop() ?? ''
		if (this.#rest.length > pendingMax) throw new ConnectionError('an event is too long')
		return lines.flatMap(line => this.#line(line) ?? [])
	}

	#line(line: string): ServerEvent | undefined {
		if (line === '') return this.#dispatch()
		const [, name = '', value = ''] = /^([^:]*)(?:: ?)?(.*)$/s.exec(line) ?? []
		if (name === 'event') this.#event = value
		if (name === 'data') this.#data.push(value)
		if (name === 'id' && !value.includes('\0')) this.#id = value
		return undefined
	}

	#dispatch(): ServerEvent | undefined {
		const event = { event: this.#event || 'message', id: this.#id, data: this.#data.join('\n') }
		const isEmpty = this.#data.length === 0
		this.#event = ''
		this.#data = []
		return isEmpty ? undefined : event
	}
}
