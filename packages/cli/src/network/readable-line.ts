const named = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'err'])

/** A line of a part's output for people: of a structured log entry its message and what else it says; any other line as it is. */
export function readableLine(line: string): string {
	const entry = readEntry(line)
	if (entry === undefined) return line
	const rest = Object.entries(entry).filter(([name]) => !named.has(name))
	const facts = rest.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
	const { err } = entry as { err?: { message?: string } }
	return [entry.msg, ...(err?.message === undefined ? [] : [err.message]), ...facts].join(' ')
}

function readEntry(line: string): ({ msg: string } & Record<string, unknown>) | undefined {
	if (!line.startsWith('{')) return undefined
	try {
		const entry = JSON.parse(line) as Record<string, unknown>
		return typeof entry.msg === 'string' ? { ...entry, msg: entry.msg } : undefined
	} catch {
		return undefined
	}
}
