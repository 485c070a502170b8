import { Readable } from 'node:stream'
import { TradeError } from '@accord/protocol'
import type { FastifyInstance } from 'fastify'

/** How deeply the arrays and objects of a body may be nested; no request needs more than 4 levels. */
export const bodyDepthMax = 16

/** Reads bodies as JSON; refuses those that are nested too deeply or have a `__proto__`. */
export function readJsonBodies(app: FastifyInstance): void {
	const parse = app.getDefaultJsonParser('error', 'error')
	app.removeAllContentTypeParsers()
	// A request without a body has ended before the framework listens for its end.
	app.addHook('preParsing', ({ raw, headers }, _reply, payload, done) => {
		const isAwaited = raw.readableEnded && headers['content-type'] !== undefined
		done(null, isAwaited ? Readable.from([]) : payload)
	})
	app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
		if (isDeeper(body, bodyDepthMax)) done(new TradeError('body_too_large', `nested deeper than ${bodyDepthMax}`))
		else void parse(request, body, done)
	})
}

/** Whether the arrays and objects of a JSON text are nested deeper than `depthMax`. For other text it may return either. */
function isDeeper(json: string, depthMax: number): boolean {
	let depth = 0
	for (let at = 0; at < json.length; at++) {
		const character = json[at]
		if (character === '"') at = endOfString(json, at)
		else if (character === '{' || character === '[') depth += 1
		else if (character === '}' || character === ']') depth -= 1
		if (depth > depthMax) return true
	}
	return false
}

function endOfString(json: string, start: number): number {
	let end = json.indexOf('"', start + 1)
	while (end > 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
	return end < 0 ? json.length : end
}

function isEscaped(json: string, at: number): boolean {
	let backslashes = 0
	while (json[at - 1 - backslashes] === '\\') backslashes += 1
	return backslashes % 2 === 1
}
