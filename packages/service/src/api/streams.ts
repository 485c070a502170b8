import type { Clock } from '@accord/protocol'
import type { Logger } from 'pino'
import { openBundlesAfter } from '../bundles/open-bundles.ts'
import type { Bus } from '../bus/bus.ts'
import type { Database } from '../db/tables.ts'
import { fillExecutionsAfter, lastSequenceNumber } from '../fills/fill-executions.ts'
import { openNewOrders } from '../fills/new-orders.ts'
import { OrderWatch } from '../orders/order-watch.ts'
import { FillExecutionStreams } from './flash/fill-execution-streams.ts'
import { NewOrderStreams } from './flash/new-order-streams.ts'
import { NumberedStream } from './numbered-stream.ts'
import { type BundleMessage, bundleMessage } from './solver/bundle-message.ts'

type StreamsDeps = { readonly db: Database; readonly clock: Clock; readonly bus: Bus; readonly log: Logger }

const bundlesPerPage = 100

/** What sessions and followers are told: read from the rows whenever the bus says that there may be news, or a sweep does. */
export class Streams {
	readonly newOrders: NewOrderStreams
	readonly fillExecutions: FillExecutionStreams
	readonly bundles: NumberedStream<BundleMessage>
	readonly orders: OrderWatch
	readonly #unsubscribe: readonly (() => void)[]

	constructor({ db, clock, bus, log }: StreamsDeps) {
		const onError = (error: unknown) => log.error({ err: error }, 'reading a stream failed')
		this.newOrders = new NewOrderStreams({
			openNewOrders: makerId => openNewOrders(db, { makerId, nowMs: clock.nowMs() }),
			onError,
		})
		this.fillExecutions = new FillExecutionStreams({
			fillExecutionsAfter: entries => fillExecutionsAfter(db, entries),
			lastSequenceNumber: makerId => lastSequenceNumber(db, makerId),
			onError,
		})
		this.bundles = new NumberedStream({
			readAfter: async (after, limit) => (await openBundlesAfter(db, { after, limit })).map(bundleMessage),
			numberOf: bundle => bundle.bundleNumber,
			onError,
			pageSize: bundlesPerPage,
		})
		this.orders = new OrderWatch({ db, bus, onError })
		this.#unsubscribe = [
			bus.subscribe('new_order', ({ makerId }) => this.newOrders.wake(makerId)),
			bus.subscribe('fill_execution', ({ makerId }) => this.fillExecutions.wake(makerId)),
			bus.subscribe('bundle', () => this.bundles.wake()),
		]
	}

	/** Reads everything once more: a message of the bus may be lost, an entry may not. */
	sweep(): void {
		this.newOrders.wakeAll()
		this.fillExecutions.wakeAll()
		this.bundles.wake()
		this.orders.sweep()
	}

	stop(): void {
		for (const end of this.#unsubscribe) end()
		this.orders.stop()
	}
}
