import { globSync, readFileSync } from 'node:fs'

// The table of what the service logs, read from the code. A message that is worth a warning says here what to do.

/** Messages that the code composes, by its expression. */
const composed: Readonly<Record<string, string>> = {
	'`order ${step}`': 'order filled, published, settled, unfilled, expired or cancelled',
	"refusal.act.replace('_', ' ')": 'order refused, fill refused',
	"state === 'rejected' ? 'part rejected' : 'part timed out'": 'part rejected, part timed out',
}

/** The fields that a call takes over, by its expression. */
const spread: Readonly<Record<string, readonly string[]>> = {
	'...context': ['requestId', 'makerId', 'orderId', 'order', 'account', 'pair'],
	'...detail': ['detail'],
	'...more': ['transactionId', 'bundle'],
	'...difference': ['kind', 'transactionId', 'subintentId', 'detail'],
	'...said': ['customer', 'amounts'],
	'...(ignored.length > 0 && { ignored })': ['ignored'],
}

const ask = '`accord doctor`'
const contactUs = 'report it, with the line'

/** Variables with texts that are made elsewhere: what a check found, or why the Gateway is not believed. */
const elsewhere: ReadonlySet<string> = new Set(['detail', 'other'])

/** What to do about a warning or an error. Those that are not here need nothing unless they go on. */
const advice: Readonly<Record<string, string>> = {
	'a filled order cannot be published': contactUs,
	'a listener failed': contactUs,
	'request failed': contactUs,
	'upgrade failed': contactUs,
	'flash method failed': contactUs,
	'flash session failed': contactUs,
	'a run failed': ask,
	'request refused': ask,
	'the service could not start again yet':
		'what `err` says; a promoted server may wait for [a standby](install.md#a-standby)',
	'the deny hook did not answer': 'check what `deny_hook.url` runs',
	'the database and the ledger do not agree': '[reconciliation](recover.md#reconciliation)',
	'too few open files for limits.connections': 'raise `LimitNOFILE`',
	'the changed configuration is invalid, so nothing changes': 'correct the setting that it names',
	'the Instamint component cannot be read': ask,
	'a payback was refused': '[Instamint](../instamint.md#running-it)',
}

type Logged = { readonly level: string; readonly message: string; readonly fields: readonly string[] }

const root = new URL('../', import.meta.url)
const call = /\blog\.(info|warn|error)\(/gi

/** Everything that the service logs at info or above with a text in the code, each once. */
export function loggedMessages(): readonly Logged[] {
	const paths = globSync('packages/{service,instamint}/src/**/*.ts', { cwd: root })
	const code = paths.filter(path => !/\.test\.ts$|\/testing\//.test(path))
	const all = code.toSorted().flatMap(path => loggedIn(readFileSync(new URL(path, root), 'utf8')))
	const byMessage = new Map(all.map(one => [`${one.level} ${one.message}`, one]))
	return [...byMessage.values()]
}

function loggedIn(text: string): Logged[] {
	return [...text.matchAll(call)].flatMap(({ 1: level = '', index, 0: begin }) => {
		const parts = argumentsAt(text, index + begin.length)
		const message = messageOf(parts.at(-1) ?? '')
		const fields = parts.length > 1 ? fieldsOf(parts[0] ?? '') : []
		return message === undefined ? [] : [{ level: level.toLowerCase(), message, fields }]
	})
}

/** The arguments of a call, as they are written. */
function argumentsAt(text: string, from: number): string[] {
	const parts: string[] = []
	let [depth, start, quote] = [0, from, '']
	for (let at = from; at < text.length; at++) {
		const char = text[at] ?? ''
		if (quote !== '') quote = char === quote ? '' : quote
		else if (/['"`]/.test(char)) quote = char
		else if (/[([{]/.test(char)) depth += 1
		else if (/[)\]}]/.test(char) && depth-- === 0)
			return [...parts, text.slice(start, at).trim()].filter(part => part !== '')
		else if (char === ',' && depth === 0) {
			parts.push(text.slice(start, at).trim())
			start = at + 1
		}
	}
	return parts
}

/** Undefined if the text comes from elsewhere, such as what a ledger watch or a check found. */
function messageOf(expression: string): string | undefined {
	const message = composed[expression] ?? /^'([^']*)'$/.exec(expression)?.[1]
	if (message === undefined && !elsewhere.has(expression))
		throw new Error(`scripts/generate-log.ts does not know what the log says by ${expression}`)
	return message
}

/** The names of an object's members. */
function fieldsOf(object: string): string[] {
	const inner = object.replace(/^\{|\}$/g, '')
	return argumentsAt(`${inner})`, 0).flatMap(part => {
		if (!part.startsWith('...')) return /^\w+/.exec(part)?.[0] ?? []
		const names = spread[part]
		if (names === undefined) throw new Error(`scripts/generate-log.ts does not know the fields of ${part}`)
		return names
	})
}

/** docs/operate/log.md */
export function generateLog(): { path: string; text: string } {
	const rows = loggedMessages().map(({ level, message, fields }) => {
		const names = fields.map(field => `\`${field}\``).join(', ')
		return `| ${message} | ${level} | ${names} | ${advice[message] ?? ''} |`
	})
	const head =
		'# The log\n\nGenerated from the code. Every line has `level`, `time`, `name` and `msg`; `order` is an order’s subintent id, `orderId` a part’s id, `err` an error\nwith its `code`. A line has those of its fields that are known. What is at `debug` is left out. A warning\nwithout advice needs none unless it goes on: then `accord doctor`. More: [troubleshooting](alarms.md#troubleshooting).\n\n'
	return {
		path: 'docs/operate/log.md',
		text: `${head}| message | level | fields | do |\n|---|---|---|---|\n${rows.toSorted().join('\n')}\n`,
	}
}

/** Advice about messages that the code no longer has. */
export function staleAdvice(): string[] {
	const messages = new Set(loggedMessages().map(({ message }) => message))
	return [...Object.keys(advice), ...Object.values(composed)].filter(message => !messages.has(message))
}
