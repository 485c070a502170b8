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
		throw new Error('each host needs its port, or all the same one')
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
		throw new Error(`target_session_attrs is ${wanted}; the service needs read-write`)
	parameters.delete('target_session_attrs')
}

/** Adds a password, unless the URL has one. */
export function withPassword(url: string, password: string): string {
	if (hasPassword(url)) return url
	const parsed = URL.parse(url)
	// A URL without a host, for a socket, or with several ports has its password among the parameters.
	if (parsed === null || parsed.host === '')
		return `${url}${url.includes('?') ? '&' : '?'}password=${encodeURIComponent(password)}`
	parsed.password = encodeURIComponent(password)
	return parsed.href
}

/** Whether the URL of one server or of several has a password. */
export function hasPassword(url: string): boolean {
	const [, start = '', , , query] = parts.exec(url) ?? []
	return /\/\/[^:]*:.+@$/.test(start) || new URLSearchParams(query).has('password')
}
