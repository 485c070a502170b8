import { createPaint, type Paint, wantsColours } from './paint.ts'

/** Where a command prints, and what it may print. */
export type Terminal = {
	/** A line for whoever asked: on stdout. */
	readonly print: (line: string) => void
	/** A line about the work itself: on stderr, so that it never mixes with an answer. */
	readonly note: (line: string) => void
	readonly paint: Paint
	/** Whether somebody watches the notes: what is told meanwhile is taken away again. */
	readonly isWatched: boolean
}

/** The terminal of this process. */
export function processTerminal(env: NodeJS.ProcessEnv): Terminal {
	return {
		print: line => void process.stdout.write(`${line}\n`),
		note: line => void process.stderr.write(`${line}\n`),
		paint: createPaint(wantsColours(process.stdout, env)),
		isWatched: process.stderr.isTTY === true && env.TERM !== 'dumb',
	}
}

/** An answer: as JSON, or as lines to read. */
export function show(
	terminal: Terminal,
	{ json, value, lines }: { json: boolean | undefined; value: unknown; lines: (paint: Paint) => readonly string[] },
): void {
	if (json === true) terminal.print(JSON.stringify(value, undefined, 2))
	else for (const line of lines(terminal.paint)) terminal.print(line)
}

const quietMs = 400

/** Says on stderr what is being waited for, once that takes a while. */
export async function withProgress<T>({ isWatched }: Terminal, what: string, work: Promise<T>): Promise<T> {
	const shown = { is: false }
	const timer = setTimeout(() => {
		if (!isWatched) return
		shown.is = true
		process.stderr.write(`${what} …`)
	}, quietMs)
	try {
		return await work
	} finally {
		clearTimeout(timer)
		if (shown.is) process.stderr.write('\r\x1b[K')
	}
}
