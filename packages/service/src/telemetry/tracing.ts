import type { Attributes, Span, Tracer } from '@opentelemetry/api'

// The guarantee: without an endpoint in the environment nothing of OpenTelemetry is loaded, and with one nothing waits
// for it: spans that cannot be sent wait in a bounded queue, and the newest are dropped. Attributes hold ids, amounts of
// time and codes, never keys, signatures or bytes.

/** A span's kind, in OpenTelemetry's words. */
export type SpanKind = 'internal' | 'server'

type SpanStart = {
	/** The W3C trace context of its parent, if there is one. */
	readonly parent?: string | undefined
	readonly kind?: SpanKind
	readonly attributes?: Attributes
	/** Milliseconds since 1970; now if absent. */
	readonly startMs?: number
}

type SpanEnd = {
	/** The error's code; absent if it succeeded. */
	readonly error?: string | undefined
	readonly attributes?: Attributes
	/** Milliseconds since 1970; now if absent. */
	readonly endMs?: number
}

/** A span that has begun. */
export type OpenSpan = {
	/** Its W3C trace context, for spans below it; undefined if the trace is not sampled. */
	readonly traceparent: string | undefined
	end(end?: SpanEnd): void
}

/** Records spans of requests and orders, and sends them. */
export type Tracing = {
	begin(name: string, start?: SpanStart): OpenSpan
	/** Records a span that has ended. */
	record(name: string, span: SpanStart & SpanEnd): void
	/** Sends what is waiting, and stops. */
	close(): Promise<void>
}

const endpoints = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const
/** Each counts before the next. */
const protocols = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'] as const
const spoken = 'http/json'
const closeMs = 2_000

/** The time now, in milliseconds since 1970, with fractions. */
export function spanNowMs(): number {
	return performance.timeOrigin + performance.now()
}

/**
 * Tracing as the standard variables `OTEL_…` say; undefined without an endpoint, or with `OTEL_SDK_DISABLED=true`.
 * Endpoint, headers, sampler, names and the bounds of the queue are read by OpenTelemetry itself.
 * @throws Error if they ask for another protocol than the one in which spans are sent
 */
export async function openTracing(
	env: NodeJS.ProcessEnv,
	{ version }: { readonly version: string },
): Promise<Tracing | undefined> {
	const isOn = endpoints.some(name => (env[name] ?? '') !== '') && env.OTEL_SDK_DISABLED?.toLowerCase() !== 'true'
	if (!isOn) return undefined
	requireSpoken(env)
	const [api, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
		import('@opentelemetry/api'),
		import('@opentelemetry/sdk-trace-base'),
		import('@opentelemetry/exporter-trace-otlp-http'),
		import('@opentelemetry/resources'),
	])
	const resource = resources
		.resourceFromAttributes({ 'service.name': 'accord', 'service.version': version })
		.merge(resources.detectResources({ detectors: [resources.serviceInstanceIdDetector, resources.envDetector] }))
	const processor = new sdk.BatchSpanProcessor(new OTLPTraceExporter())
	const provider = new sdk.BasicTracerProvider({ resource, spanProcessors: [processor] })
	const tracer = provider.getTracer('accord', version)
	return tracingBy(api, tracer, async () => {
		// A receiver that is gone must not keep the process from ending.
		const late = new Promise<void>(resolve => void setTimeout(resolve, closeMs).unref())
		await Promise.race([provider.shutdown().catch(() => {}), late])
	})
}

function requireSpoken(env: NodeJS.ProcessEnv): void {
	const name = protocols.find(each => (env[each] ?? '') !== '')
	if (name === undefined || env[name] === spoken) return
	throw new Error(`${name}: expected ${spoken}, in which spans are sent, or nothing, found ${env[name]}`)
}

type Api = typeof import('@opentelemetry/api')

function tracingBy(api: Api, tracer: Tracer, close: () => Promise<void>): Tracing {
	const kinds = { internal: api.SpanKind.INTERNAL, server: api.SpanKind.SERVER }
	const start = (name: string, { parent, kind = 'internal', attributes = {}, startMs = spanNowMs() }: SpanStart) => {
		const remote = parent === undefined ? undefined : readTraceparent(parent)
		const context =
			remote === undefined
				? api.ROOT_CONTEXT
				: api.trace.setSpanContext(api.ROOT_CONTEXT, { ...remote, isRemote: true })
		return tracer.startSpan(name, { kind: kinds[kind], attributes, startTime: timeOf(startMs) }, context)
	}
	const end = (span: Span, { error, attributes = {}, endMs = spanNowMs() }: SpanEnd) => {
		span.setAttributes(attributes)
		if (error !== undefined) span.setAttribute('error.type', error).setStatus({ code: api.SpanStatusCode.ERROR })
		span.end(timeOf(endMs))
	}
	return {
		begin: (name, started = {}) => {
			const span = start(name, started)
			return {
				traceparent: span.isRecording() ? traceparentOf(span) : undefined,
				end: (ended = {}) => end(span, ended),
			}
		},
		record: (name, span) => end(start(name, span), span),
		close,
	}
}

/** Seconds and nanoseconds, which OpenTelemetry never takes for anything else. */
function timeOf(ms: number): [number, number] {
	const seconds = Math.floor(ms / 1000)
	return [seconds, Math.floor((ms - seconds * 1000) * 1_000_000)]
}

/** The sampled span's context as in the header `traceparent` of W3C Trace Context. */
function traceparentOf(span: Span): string {
	const { traceId, spanId } = span.spanContext()
	return `00-${traceId}-${spanId}-01`
}

/** Undefined unless the header is valid, in which case a new trace begins. */
function readTraceparent(header: string) {
	const [, version, traceId = '', spanId = '', flags = ''] =
		/^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/.exec(header) ?? []
	if (version === undefined || version === 'ff' || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
	return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 }
}

/** The spans of the stages of an order and of a fill: each waits its turn and makes several calls, so none is a client's. */
const spanOf: Readonly<Record<string, string>> = {
	validate: 'accord.read',
	preview: 'accord.preview',
	match: 'accord.match',
}

/** Called with each stage, and when it began and ended by `performance.now()`. */
export type OnStage = (stage: string, startedAt: number, endedAt: number) => void

/** Records the stages of a submission as parts of its span; undefined if that is not recorded. */
export function stageRecorder(tracing: Tracing | undefined, parent: string | undefined): OnStage | undefined {
	if (tracing === undefined || parent === undefined) return undefined
	return (stage, startedAt, endedAt) => {
		const name = spanOf[stage]
		if (name === undefined) return
		const { timeOrigin } = performance
		tracing.record(name, { parent, startMs: timeOrigin + startedAt, endMs: timeOrigin + endedAt })
	}
}
