import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Operation, Sample } from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import * as construction from './construction-api.ts'
import * as book from './order-book-api.ts'
import { formatCheckedOrder, parseCheckedOrder } from './order-check-api.ts'
import * as orders from './orders-api.ts'
import { formatQuote, formatQuoteRequest, parseQuote, parseQuoteRequest } from './quote-api.ts'
import * as service from './service-api.ts'
import { formatTradeTrace, parseTradeTrace } from './trace-api.ts'
import * as trade from './trade-api.ts'
import { formatTrades, parseTrades } from './trades-api.ts'

/** What becomes of a wire value that is read into the domain's type and written again. */
type RoundTrip = (wire: never) => unknown

function roundTrip<Wire, Value>(parse: (wire: Wire) => Value, format: (value: Value) => unknown): RoundTrip {
	return (wire: Wire) => format(parse(wire))
}

const checks = (wire: { checks: service.ReadinessCheckWire[] }) => ({
	...wire,
	checks: wire.checks.map(service.parseReadinessCheck),
})

/** By operation and what of it: the answer, the body or an event. */
const twins: Readonly<Record<string, RoundTrip>> = {
	'getNetworkStatus 200': roundTrip(trade.parseNetworkStatus, trade.formatNetworkStatus),
	'getTradeInfo 200': roundTrip(trade.parseFeeInfo, trade.formatFeeInfo),
	'getTokens 200': ({ tokens }: trade.TokensWire) => ({
		tokens: tokens.map(trade.parseToken).map(trade.formatToken),
	}),
	'getAccounts 200': roundTrip(trade.parseAccounts, trade.formatAccounts),
	'getOrderBook 200': roundTrip(book.parseShownBook, book.formatShownBook),
	'streamOrderBook snapshot': roundTrip(book.parseShownBook, book.formatShownBook),
	'streamOrderBook change': roundTrip(book.parseBookChange, book.formatBookChange),
	'getTrades 200': roundTrip(parseTrades, formatTrades),
	'getTradeTrace 200': roundTrip(parseTradeTrace, formatTradeTrace),
	'composeOrder body': roundTrip(construction.parseComposeRequest, construction.formatComposeRequest),
	'parseOrder body': roundTrip(construction.parseOrderSource, construction.formatOrderSource),
	'parseOrder 200': roundTrip(construction.parseParsedOrder, construction.formatParsedOrder),
	'createSubintent body': roundTrip(construction.parseSubintentRequest, construction.formatSubintentRequest),
	'createSubintent 200': roundTrip(construction.parseCreatedSubintent, construction.formatCreatedSubintent),
	'signSubintent body': roundTrip(construction.parseSigningRequest, request => {
		// A single signature is written as a list of one.
		const { signatures, ...rest } = construction.formatSigningRequest(request)
		return { ...rest, signature: signatures?.[0] }
	}),
	'signSubintent 200': roundTrip(construction.parseSignedSubintent, construction.formatSignedSubintent),
	'quoteOrder body': roundTrip(parseQuoteRequest, formatQuoteRequest),
	'quoteOrder 200': roundTrip(parseQuote, formatQuote),
	'checkOrder body': roundTrip(construction.parseOrderSource, construction.formatOrderSource),
	'checkOrder 200': roundTrip(parseCheckedOrder, formatCheckedOrder),
	'cancelOrder body': roundTrip(orders.parseCancellation, orders.formatCancellation),
	'submitOrder 200': roundTrip(orders.parseSubmissionResult, orders.formatSubmissionResult),
	'submitOrderWalkThrough 200': roundTrip(orders.parseSubmissionResult, orders.formatSubmissionResult),
	'getOrderStatuses 200': roundTrip(orders.parseOrderStatuses, orders.formatOrderStatuses),
	'getOrderStatus 200': roundTrip(orders.parseOrderStatus, orders.formatOrderStatus),
	'streamOrderEvents state': roundTrip(orders.parseOrderEvent, orders.formatOrderEvent),
	'cancelOrder 200': roundTrip(orders.parseOrderStatus, orders.formatOrderStatus),
	'getVersion 200': roundTrip(service.parseVersion, service.formatVersion),
	'getLimits 200': roundTrip(service.parseLimits, service.formatLimits),
	'getReady 200': checks,
	'getReady 503': checks,
	'getPageInfo 200': roundTrip(service.parsePageInfo, service.formatPageInfo),
}

/** What has no type of its own in the domain: documents, problems, and messages of one text, number or list. */
const without = new Set([
	'composeOrder 200',
	'getAccountLevel 200',
	'getAsyncApi 200',
	'getLive 200',
	'getOpenApi 200',
	'getOpenRpc 200',
	'getOrderStatuses body',
	'getTokenPairs 200',
	'streamOrderBook closing',
	'streamOrderEvents closing',
	'submitOrder body',
	'submitOrderWalkThrough body',
])

const trading: readonly Operation[] = Object.values(operations)
const samples: (readonly [name: string, sample: Sample])[] = trading
	.filter(({ path }) => !path.startsWith('/maker/'))
	.flatMap(({ id, body, answers, problems = {} }) =>
		[
			['body', body] as const,
			...answers.map(answer => [answer.status, answer.body] as const),
			...answers.flatMap(({ events = {} }) => Object.entries(events)),
			...Object.entries(problems),
		].flatMap(([what, sample]) => (sample === undefined ? [] : [[`${id} ${what}`, sample] as const])),
	)

describe('what is read from the wire is written again as it was', () => {
	for (const [name, { schema, example }] of samples) {
		if (without.has(name)) continue
		it(name, () => {
			const twin = twins[name]
			assert(twin !== undefined, `no parse and format for the example of ${name}`)
			assert.deepEqual(twin(schema.parse(example) as never), example)
		})
	}
})
