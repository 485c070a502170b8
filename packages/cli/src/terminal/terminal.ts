import { visibleJson } from '@accord/protocol'
import { forTerminal, oneLine } from './foreign-text.ts'
import { createPaint, type Paint, supportsColour } from './paint.ts'

/** Where a command prints. */
export type Terminal = {
	/** A line of the result, on stdout. */
	readonly print: (line: string) => void
	/** A line about the work itself, on stderr, so that it never mixes with the result. */
	readonly note: (line: string) => void
	readonly paint: Paint
	/** Whether stderr is a terminal, where progress can be shown and erased again. */
	readonly isInteractive: boolean
}

/** The terminal of this process. */
export function processTerminal(env: NodeJS.ProcessEnv): Terminal {
	return {
		print: line => void process.stdout.write(`${line}\n`),
		note: line => void process.stderr.write(`${line}\n`),
		paint: createPaint(supportsColour(process.stdout, env)),
		isInteractive: process.stderr.isTTY === true && env.TERM !== 'dumb',
	}
}

/** A result, as JSON and as lines to read. */
export type Shown = {
	readonly json: boolean | undefined
	readonly value: unknown
	readonly lines: (paint: Paint) => readonly string[]
}

/** Prints a result as JSON or as lines to read. */
export function show(terminal: Terminal, { json, value, lines }: Shown): void {
	const shown = json === true ? visibleJson(JSON.stringify(value, undefined, 2)).split('\n') : lines(terminal.paint)
	for (const line of shown) terminal.print(line)
}

/** The same terminal, where text from outside has no effect, and no line becomes two. */
export function guardedTerminal(terminal: Terminal): Terminal {
	return {
		...terminal,
		print: line => terminal.print(forTerminal(oneLine(line))),
		note: line => terminal.note(forTerminal(oneLine(line))),
	}
}

const quietMs = 400

/** Shows on stderr what a command is waiting for, once that takes a while. */
export async function withProgress<T>({ isInteractive }: Terminal, what: string, work: Promise<T>): Promise<T> {
	let isShown = false
	const timer = setTimeout(() => {
		if (!isInteractive) return
		isShown = true
		process.stderr.write(`${what} …`)
	}, quietMs)
	try {
		return await work
	} finally {
		clearTimeout(timer)
		if (isShown) process.stderr.write('\r\x1b[K')
	}
}
