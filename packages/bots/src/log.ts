/** Where a bot says what it does, a line at a time. */
export type Log = { info(line: string): void; warn(line: string): void }

/** Writes to the process's own streams. */
export const consoleLog: Log = {
	info: line => void process.stdout.write(`${line}\n`),
	warn: line => void process.stderr.write(`${line}\n`),
}

/** An error in one line of a log. */
export function messageOf(error: unknown): string {
	return firstLine(error instanceof Error ? error.message : String(error))
}

/** The engine's own words can be many lines; a log has one for them. */
export function firstLine(text: string): string {
	return (text.split('\n', 1)[0] ?? '').slice(0, 300)
}
