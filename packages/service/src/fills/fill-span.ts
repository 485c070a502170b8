import { errorTable, flashMethods, TradeError } from '@accord/protocol'
import { Stopwatch } from '../metrics/metrics.ts'
import { stageRecorder, type Tracing } from '../telemetry/tracing.ts'
import type { PartToFill } from './fills-table.ts'

/** The span of a maker's call, below the order that it fills. */
export type FillSpan = { readonly stopwatch: Stopwatch; end(error?: unknown): void }

type Filled = { readonly part: PartToFill; readonly makerId: string; readonly startMs: number }

const system = { 'rpc.system': 'jsonrpc', 'rpc.jsonrpc.version': '2.0', 'rpc.method': flashMethods.fill }
/** The stages that are counted are those of orders. */
const uncounted = { observe: () => {}, time: <T>(_: unknown, __: unknown, work: () => Promise<T>) => work() }

/** Begins the span, by the semantic conventions of JSON-RPC; undefined unless the order is traced. */
export function beginFillSpan(tracing: Tracing | undefined, { part, makerId, startMs }: Filled): FillSpan | undefined {
	const { traceContext: parent, partId, orderSubintentId } = part
	if (tracing === undefined || parent === undefined) return undefined
	const named = { 'accord.order': orderSubintentId, 'accord.part': partId, 'accord.maker': makerId }
	const attributes = { ...system, ...named }
	const span = tracing.begin(flashMethods.fill, { kind: 'server', parent, startMs, attributes })
	const stopwatch = new Stopwatch(uncounted, stageRecorder(tracing, span.traceparent))
	return {
		stopwatch,
		end: error => {
			if (error === undefined) return span.end()
			const code = error instanceof TradeError ? error.code : 'internal'
			span.end({ error: code, attributes: { 'rpc.jsonrpc.error_code': errorTable[code].jsonRpcCode } })
		},
	}
}
