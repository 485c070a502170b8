// The guarantee: the service writes to the one server that accepts writes, wherever among the named ones that is now.

/** How a URL names its servers: before the hosts, the hosts, and the rest with the database and its parameters. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)([^?#]*)(?:\?([^#]*))?$/

/**
 * The URL of each server that a database URL names, in PostgreSQL's own form: `host1:5432,host2:5432`, or lists in the
 * parameters `host` and `port`.
 * @throws Error without the URL, which may contain a password
 */
export function hostUrls(url: string): readonly [string, ...string[]] {
	const [, start = '', hosts = '', path = '', query] = parts.exec(url) ?? []
	if (start === '') return [url]
	const parameters = new URLSearchParams(query)
	requireWritable(parameters)
	const { host, port } = { host: parameters.get('host'), port: parameters.get('port') }
	const named = host === null ? hosts.split(',') : host.split(',')
	if (named.length === 1) return [url]
	const ports = port?.split(',') ?? []
	if (ports.length > 1 && ports.length !== named.length)
		throw new Error('database.url: each host needs its port, or all the same one')
	const [first = url, ...others] = named.map((each, at) => {
		const own = new URLSearchParams(parameters)
		if (host !== null) own.set('host', each)
		if (ports.length > 1) own.set('port', ports[at] ?? '')
		const rest = own.size === 0 ? '' : `?${own}`
		return `${start}${host === null ? each : hosts}${path}${rest}`
	})
	return [first, ...others]
}

function requireWritable(parameters: URLSearchParams): void {
	const wanted = parameters.get('target_session_attrs') ?? 'read-write'
	if (wanted !== 'read-write' && wanted !== 'primary')
		throw new Error(`database.url: target_session_attrs is ${wanted}; the service needs read-write`)
	parameters.delete('target_session_attrs')
}

/** The servers of one database, of which at most one accepts writes. */
export class DatabaseHosts {
	readonly #urls: readonly [string, ...string[]]
	#current: string

	constructor(url: string) {
		this.#urls = hostUrls(url)
		this.#current = this.#urls[0]
	}

	/** The server that was last found to accept writes; the first until one was. */
	get current(): string {
		return this.#current
	}

	/**
	 * Opens a session on the first server on which that succeeds, beginning with the current one.
	 * @throws the reason of the last server, unless `isFinal` says that the others need not be tried
	 */
	async first<Opened>(open: (url: string) => Promise<Opened>, isFinal: (error: unknown) => boolean): Promise<Opened> {
		const others = this.#urls.filter(url => url !== this.#current)
		let reason: unknown
		for (const url of [this.#current, ...others]) {
			try {
				const opened = await open(url)
				this.#current = url
				return opened
			} catch (error) {
				if (isFinal(error)) throw error
				reason = error
			}
		}
		throw reason
	}
}
