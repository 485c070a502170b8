/** Where a bot writes its log, one line at a time. */
export type Log = { info(line: string): void; warn(line: string): void }

/** Writes to the process's own streams. */
export const consoleLog: Log = {
	info: line => void process.stdout.write(`${line}\n`),
	warn: line => void process.stderr.write(`${line}\n`),
}

/** An error as one log line. */
export function messageOf(error: unknown): string {
	return firstLine(error instanceof Error ? error.message : String(error))
}

/** The start of a text that may have many lines, such as the ledger engine's messages. */
export function firstLine(text: string): string {
	return (text.split('\n', 1)[0] ?? '').slice(0, 300)
}
