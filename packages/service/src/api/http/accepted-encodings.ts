/** The names in an Accept-Encoding header, without those of weight 0 (RFC 9110, 12.5.3). */
export function acceptedEncodings(header = ''): ReadonlySet<string> {
	const accepted = header
		.toLowerCase()
		.split(',')
		.map(part => part.split(';').map(piece => piece.trim()))
		.filter(([, weight = '']) => !/^q=0(\.0*)?$/.test(weight))
	return new Set(accepted.map(([name = '']) => name))
}

/** Whether a client accepts gzip, by name or by `*`. */
export function acceptsGzip(header: string | undefined): boolean {
	const accepted = acceptedEncodings(header)
	return accepted.has('gzip') || accepted.has('*')
}
