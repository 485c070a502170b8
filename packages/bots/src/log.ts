/** Where a bot says what it does, a line at a time. */
export type Log = { info(line: string): void; warn(line: string): void }

/** Writes to the process's own streams. */
export const consoleLog: Log = {
	info: line => void process.stdout.write(`${line}\n`),
	warn: line => void process.stderr.write(`${line}\n`),
}
