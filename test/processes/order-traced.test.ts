import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import { openTracing, type Tracing } from '../../packages/service/src/telemetry/tracing.ts'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { without } from '../fixtures/debian-programs.ts'
import { OtlpReceiver, type ReceivedSpan } from '../fixtures/otlp-receiver.ts'
import { untilShown } from '../network/book-text.ts'
import { untilState } from '../network/order-state.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { limitOrder, placeOrder, signLimitOrder } from '../network/test-user.ts'
import { startTwoNodes } from '../network/two-nodes.ts'
import { until } from '../network/until.ts'

// With an endpoint in the environment, an order is one trace over all nodes that move it on.

const book = { pair: 'XRD/xUSDC', bids: ['0.05 4000'] }
const sale = { sell: '100 XRD', buy: '5 xUSDC' }
const version = '0.0.0'
/** Kinds of spans, in OTLP's numbers. */
const [internal, server] = [1, 2]

let receiver: OtlpReceiver
before(async () => {
	receiver = await OtlpReceiver.start()
})
after(() => receiver?.stop())

async function openAs(instance: string, env: Record<string, string> = {}): Promise<Tracing> {
	// OpenTelemetry reads the environment of the process itself.
	Object.assign(process.env, {
		OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
		OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=exchange',
		OTEL_SERVICE_NAME: 'exchange',
		OTEL_RESOURCE_ATTRIBUTES: `service.instance.id=${instance}`,
		OTEL_BSP_SCHEDULE_DELAY: '50',
		...env,
	})
	const tracing = await openTracing(process.env, { version })
	return tracing ?? assert.fail('an endpoint is set')
}

const loaded = () => {
	const { cache } = createRequire(import.meta.url)
	return Object.keys(cache).filter(path => path.includes('/@opentelemetry/'))
}

test('without an endpoint nothing of OpenTelemetry is loaded, and no trace is stored', async t => {
	assert.equal(await openTracing({}, { version }), undefined)
	assert.equal(
		await openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: 'true' }, { version }),
		undefined,
	)
	const network = await startTestNetwork({ makers: 1, solvers: 0 })
	t.after(() => network.stop())
	await placeUntraced(network)
	assert.deepEqual(loaded(), [])
})

async function placeUntraced(network: TestNetwork): Promise<void> {
	await connectMaker(network, network.makers[0], { books: [book] })
	await untilShown(network, book)
	await placeOrder(network, network.users[0], sale)
	const { trace_context } = await network.service.db
		.selectFrom('order')
		.select('trace_context')
		.executeTakeFirstOrThrow()
	assert.equal(trace_context, null)
}

// shows decision 18: Orders, fills and settlements of one order are one trace, whichever node makes each step
test('an order sent to one node and filled at another is one trace, below the client’s own', {
	skip: without('nats-server'),
}, async () => {
	await using opened = new AsyncDisposableStack()
	const { config: database, drop } = await createTestDatabase()
	opened.defer(drop)
	const tracing = { a: await openAs('node-a'), b: await openAs('node-b') }
	opened.defer(() => tracing.a.close())
	opened.defer(() => tracing.b.close())
	const { a, b } = await startTwoNodes(opened, { database, tracing })
	const solver = connectSolver(b, b.solvers[0])
	await connectMaker(b, b.makers[0], { books: [book] })
	await untilShown(a, book)
	const order = signLimitOrder(a, a.users[0] ?? assert.fail(), limitOrder(sale))
	const [traceId, clientSpan] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
	const body = JSON.stringify({ signed_partial_transaction: order.signedPartialTransaction })
	const headers = { 'content-type': 'application/json', traceparent: `00-${traceId}-${clientSpan}-01` }
	const answer = await fetch(`${a.service.url}/trade/orders`, { method: 'POST', headers, body })
	assert.equal(answer.status, 200, await answer.text())
	await settle(b, solver, await solver.bundleOf(order))
	await untilState(a, order, 'settled')
	const spans = () => receiver.spans.filter(span => span.traceId === traceId)
	const find = (name: string, parent?: ReceivedSpan) =>
		spans().find(span => span.name === name && (parent === undefined || span.parentSpanId === parent.spanId))
	await until('the last span', async () => find('accord.settle') !== undefined)
	const get = (name: string, parent?: ReceivedSpan) => find(name, parent) ?? assert.fail(`no span ${name}`)

	const request = get('POST /trade/orders')
	assert.deepEqual(
		[request.parentSpanId, request.sender['service.instance.id'], request.kind],
		[clientSpan, 'node-a', server],
	)
	assert.deepEqual([request.sender['service.name'], request.sender['service.version']], ['exchange', version])
	const { attributes } = request
	assert.deepEqual(
		['http.request.method', 'http.route', 'http.response.status_code'].map(name => attributes[name]),
		['POST', '/trade/orders', 200],
	)
	// A stage waits its turn and makes several calls, so it is internal, without the attributes of any single one.
	const stages = ['accord.read', 'accord.preview', 'accord.match']
	for (const name of stages) {
		const stage = get(name, request)
		assert.deepEqual(
			[stage.sender['service.instance.id'], stage.kind, stage.attributes],
			['node-a', internal, {}],
			name,
		)
	}

	const fill = get('platform.fills.fill', request)
	assert.deepEqual([fill.sender['service.instance.id'], fill.kind], ['node-b', server])
	assert.deepEqual(
		['rpc.system', 'rpc.method', 'accord.order', 'accord.maker'].map(name => fill.attributes[name]),
		['jsonrpc', 'platform.fills.fill', order.subintentId, b.makers[0]?.name],
	)
	for (const name of ['accord.read', 'accord.preview']) assert.equal(get(name, fill).kind, internal, name)
	for (const name of ['accord.fill', 'accord.publish', 'accord.settle']) {
		const step = get(name, request)
		assert.deepEqual([step.attributes['accord.order'], step.kind], [order.subintentId, internal])
		assert.ok(BigInt(step.startTimeUnixNano) <= BigInt(step.endTimeUnixNano), name)
		assert.equal(spans().filter(span => span.name === name).length, 1, `${name} is recorded once`)
	}
	// A trace says nothing that only signers or makers may know.
	const all = receiver.texts.join('\n')
	for (const secret of [order.signedPartialTransaction, b.makers[0]?.apiKey ?? '']) assert.ok(!all.includes(secret))
	assert.equal(receiver.headers[0]?.['x-tenant'], 'exchange')
})

test('an order that the sampler leaves out is traced nowhere', async t => {
	const tracing = await openAs('node-c', { OTEL_TRACES_SAMPLER: 'parentbased_always_off' })
	const network = await startTestNetwork({ makers: 1, solvers: 0, tracing })
	t.after(async () => {
		await network.stop()
		await tracing.close()
	})
	await placeUntraced(network)
	await tracing.close()
	assert.deepEqual(
		receiver.spans.filter(({ sender }) => sender['service.instance.id'] === 'node-c'),
		[],
	)
	delete process.env.OTEL_TRACES_SAMPLER
})

test('error: a protocol that spans are not sent by is named', async () => {
	const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }
	await assert.rejects(openTracing(env, { version }), /OTEL_EXPORTER_OTLP_PROTOCOL.*http\/json.*grpc/)
	const own = { ...env, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf' }
	await assert.rejects(openTracing(own, { version }), /OTEL_EXPORTER_OTLP_TRACES_PROTOCOL.*http\/protobuf/)
	assert.equal(await openTracing({ ...env, OTEL_SDK_DISABLED: 'true' }, { version }), undefined)
	const tracing = await openTracing({ ...env, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' }, { version })
	await tracing?.close()
	assert.ok(tracing)
})

const bounded = { OTEL_BSP_MAX_QUEUE_SIZE: '64', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '16' }

test('error: an endpoint that is down harms no one', async t => {
	const tracing = await openAs('node-d', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', ...bounded })
	const network = await startTestNetwork({ makers: 1, solvers: 1, tracing })
	t.after(() => network.stop())
	const solver = connectSolver(network, network.solvers[0])
	await connectMaker(network, network.makers[0], { books: [book] })
	await untilShown(network, book)
	const order = await placeOrder(network, network.users[0], sale)
	await settle(network, solver, await solver.bundleOf(order))
	await untilState(network, order, 'settled')
	await tracing.close()
})

test('error: of spans that come faster than they can be sent, only the queue and the batch on its way are kept', async () => {
	const tracing = await openAs('node-e', bounded)
	for (let i = 0; i < 5_000; i++) tracing.record('flood', {})
	await tracing.close()
	const arrived = receiver.spans.filter(({ name }) => name === 'flood').length
	assert.ok(arrived > 0 && arrived <= 64 + 16, `${arrived}`)
})
