import { type DestinationStream, type Logger, pino } from 'pino'

/** Members that may hold a secret, wherever they stand in what is logged. */
const secrets = ['apiKey', 'api_key', 'privateKeyHex', 'private_key_hex', 'authorization', 'service-api-key', 'key']
const depthMax = 4

/** The service's log: JSON, a line each, without secrets. */
export function openLog({ level }: { readonly level: string }, destination?: DestinationStream): Logger {
	const paths = secrets.flatMap(name =>
		Array.from({ length: depthMax }, (_, depth) => `${'*.'.repeat(depth)}["${name}"]`.replace('.[', '[')),
	)
	return pino(
		{ name: 'service', level, redact: { paths, censor: '[secret]' } },
		...(destination === undefined ? [] : [destination]),
	)
}
