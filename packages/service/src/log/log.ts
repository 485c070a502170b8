import { TradeError, visibleJson } from '@accord/protocol'
import { type DestinationStream, type LogFn, type Logger, pino, stdSerializers } from 'pino'
import { counter, Metrics } from '../metrics/metrics.ts'

// Counted so that a flood of lines is noticed before the log's disk is full.
export const linesWritten = counter(
	'accord_log_lines_total',
	'Lines written to the log, by level',
	['level'],
	['debug', 'info', 'warn', 'error', 'fatal'],
)
export const bytesWritten = counter('accord_log_bytes_total', 'Bytes written to the log')
const linesOmitted = counter('accord_log_lines_omitted_total', 'Lines of the log that were counted instead')

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

/**
 * The service's log: one line of JSON per entry, without secrets. In each second, the first ten refusals or failures of
 * a kind are written and the others only counted, so that no client can fill the disk by causing them.
 */
export function openLog(
	{ level, metrics = new Metrics() }: { readonly level: string; readonly metrics?: Metrics },
	destination?: DestinationStream,
): Logger {
	const sampler = new LineSampler({ linesPerSecond })
	const options = {
		name: 'service',
		level,
		formatters: { log: (entry: object) => withoutSecrets(entry) as Record<string, unknown> },
		serializers: {
			err: (error: Error) => withoutSecrets(isRefusal(error) ? refusal(error) : stdSerializers.err(error)),
		},
		hooks: {
			logMethod(this: Logger, entry: Parameters<LogFn>, write: LogFn, severity: number) {
				const kind = kindOf(entry, severity)
				const writeOmitted = (omitted: number) => {
					metrics.count(linesOmitted, '', omitted)
					write.apply(this, [{ ...kind, omitted }, `more: ${kind?.of}`])
				}
				if (kind === undefined || sampler.admits(Object.values(kind).join(' '), writeOmitted)) write.apply(this, entry)
			},
			streamWrite: (line: string) => {
				const shown = visibleJson(line)
				countLine(metrics, shown)
				return shown
			},
		},
	}
	return destination === undefined ? pino(options) : pino(options, destination)
}

/** Counts a line of JSON, which begins with its level. */
function countLine(metrics: Metrics, line: string): void {
	const level = pino.levels.labels[Number(/^{"level":(\d+)/.exec(line)?.[1])] ?? 'info'
	metrics.count<string>(linesWritten, level)
	metrics.count(bytesWritten, '', Buffer.byteLength(line))
}

const linesPerSecond = 10
const { warn } = pino.levels.values

/** The kind under which a refusal or failure is counted; undefined for other entries. */
function kindOf([entry, message]: readonly unknown[], severity: number): { of: string; code?: string } | undefined {
	const { code, err } = (typeof entry === 'object' && entry !== null ? entry : {}) as { code?: unknown; err?: unknown }
	const known = code ?? (err instanceof TradeError ? err.code : undefined)
	if (severity < (warn ?? 0) && typeof known !== 'string') return undefined
	return { of: String(message), ...(typeof known === 'string' ? { code: known } : {}) }
}

function isRefusal(error: unknown): error is TradeError {
	return error instanceof TradeError && error.code !== 'internal'
}

/** The place in the code that refused it adds no information: there is one per code. */
function refusal({ code, message, cause }: TradeError): Record<string, unknown> {
	return { type: 'TradeError', code, message, ...(cause instanceof Error ? { cause: cause.message } : {}) }
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

type Window = { written: number; omitted: number }

/** Admits the first lines of a kind in each second, and counts the others. Kinds must come from a small set. */
class LineSampler {
	readonly #linesPerSecond: number
	readonly #windows = new Map<string, Window>()

	constructor({ linesPerSecond }: { linesPerSecond: number }) {
		this.#linesPerSecond = linesPerSecond
	}

	/**
	 * Whether to write the line. At the end of the second, `onOmitted` gets the number of lines that were not written, if
	 * any.
	 */
	admits(kind: string, onOmitted: (count: number) => void): boolean {
		const window = this.#windows.get(kind) ?? this.#open(kind, onOmitted)
		if (window.written < this.#linesPerSecond) {
			window.written += 1
			return true
		}
		window.omitted += 1
		return false
	}

	#open(kind: string, onOmitted: (count: number) => void): Window {
		const window = { written: 0, omitted: 0 }
		this.#windows.set(kind, window)
		setTimeout(() => {
			this.#windows.delete(kind)
			if (window.omitted > 0) onOmitted(window.omitted)
		}, 1000).unref()
		return window
	}
}
