import { existsSync, writeFileSync } from 'node:fs'
import { UsageError } from '../errors.ts'
import { type Shown, show, type Terminal } from '../terminal/terminal.ts'

type NewSecret = {
	/** The secret's name in messages: `API key`. */
	readonly what: string
	readonly secret: string
	/** The file to write it to instead of showing it. */
	readonly out: string | undefined
	readonly shown: Shown
	readonly withoutSecret: Shown
}

/** Shows a secret that is available only now: on the terminal, or in a file that only its owner can read. */
export function showSecret(terminal: Terminal, { what, secret, out, shown, withoutSecret }: NewSecret): void {
	if (out === undefined) {
		show(terminal, shown)
		terminal.note(`the ${what} is shown only once: save it now`)
	} else {
		writeFileSync(out, `${secret}\n`, { mode: 0o600, flag: 'wx' })
		show(terminal, withoutSecret)
		terminal.note(`the ${what} is in ${out}`)
	}
}

/** Never overwrites a file: it may hold a key that is still in use. */
export function requireNewFile(path: string | undefined): void {
	if (path !== undefined && existsSync(path)) throw new UsageError(`--out: ${path} already exists`)
}
