import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

/** Names of properties that may hold a secret, at any depth of a log entry. */
const secrets = new Set([
	'apiKey',
	'api_key',
	'privateKeyHex',
	'private_key_hex',
	'authorization',
	'service-api-key',
	'anthic-api-key',
	'key',
])
const depthMax = 8

/** The service's log: one line of JSON per entry, without secrets. */
export function openLog({ level }: { readonly level: string }, destination?: DestinationStream): Logger {
	const options = {
		name: 'service',
		level,
		formatters: { log: (entry: object) => withoutSecrets(entry) as Record<string, unknown> },
		serializers: { err: (error: Error) => withoutSecrets(stdSerializers.err(error)) },
	}
	return destination === undefined ? pino(options) : pino(options, destination)
}

/** The same value, or a copy if it contains a secret. pino's own redaction takes twenty times as long. */
function withoutSecrets(value: unknown, depth = 0): unknown {
	if (typeof value !== 'object' || value === null || value instanceof Error) return value
	if (depth > depthMax) return '[too deep]'
	let changed: Record<string, unknown> | unknown[] | undefined
	for (const name in value) {
		const member = (value as Record<string, unknown>)[name]
		const shown = secrets.has(name) ? '[secret]' : withoutSecrets(member, depth + 1)
		if (shown === member) continue
		changed ??= Array.isArray(value) ? [...value] : { ...value }
		;(changed as Record<string, unknown>)[name] = shown
	}
	return changed ?? value
}
