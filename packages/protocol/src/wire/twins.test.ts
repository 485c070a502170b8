import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { flashContract } from '../contract/flash/flash-contract.ts'
import type { Operation, Sample } from '../contract/operation.ts'
import { operations, operatorOperations } from '../contract/operations.ts'
import { solverContract } from '../contract/solver-contract.ts'
import * as flash from './flash-api.ts'
import * as instamint from './instamint-api.ts'
import * as maker from './maker-api.ts'
import * as makerBooks from './maker-books-api.ts'
import { formatNetworkFile, type NetworkFileWire, parseNetworkFile } from './network-file.ts'
import * as audit from './operator/audit-api.ts'
import * as operatorDatabase from './operator/database-api.ts'
import { formatDoctor, parseDoctor } from './operator/doctor-api.ts'
import * as operatorInstamint from './operator/instamint-api.ts'
import * as operatorKeys from './operator/keys-api.ts'
import * as operatorMakers from './operator/makers-api.ts'
import * as operator from './operator/overview-api.ts'
import * as reconciliation from './operator/reconciliation-api.ts'
import * as book from './order-book-api.ts'
import { formatPriceBook, parseOrderBook } from './primitives.ts'
import * as service from './service-api.ts'

/** What becomes of a wire value that is read into the domain's type and written again. */
type RoundTrip = (wire: never) => unknown

function roundTrip<Wire, Value>(parse: (wire: Wire) => Value, format: (value: Value) => unknown): RoundTrip {
	return (wire: Wire) => format(parse(wire))
}

const checks = (wire: { checks: service.ReadinessCheckWire[] }) => ({
	...wire,
	checks: wire.checks.map(service.parseReadinessCheck),
})

const pauses = roundTrip(maker.parsePauses, maker.formatPauses)
const instamintChange = roundTrip(operatorInstamint.parseInstamintChange, operatorInstamint.formatInstamintChange)
const makerTwin = roundTrip(operatorMakers.parseMaker, operatorMakers.formatMaker)

/** By operation, method or message, and what of it: the answer, the body, an event, the params or the result. */
const twins: Readonly<Record<string, RoundTrip>> = {
	'getOrderBook 200': roundTrip(book.parseShownBook, book.formatShownBook),
	'streamOrderBook snapshot': roundTrip(book.parseShownBook, book.formatShownBook),
	'streamOrderBook change': roundTrip(book.parseBookChange, book.formatBookChange),
	'getVersion 200': roundTrip(service.parseVersion, service.formatVersion),
	'getLimits 200': roundTrip(service.parseLimits, service.formatLimits),
	'getReady 200': checks,
	'getReady 503': checks,
	'getPageInfo 200': roundTrip(service.parsePageInfo, service.formatPageInfo),
	'getMakerBooks 200': roundTrip(makerBooks.parseMakerBooks, makerBooks.formatMakerBooks),
	'getMakerOrders 200': roundTrip(maker.parseMakerOrders, maker.formatMakerOrders),
	'getMakerStats 200': roundTrip(maker.parseMakerStats, maker.formatMakerStats),
	'getMakerLimits 200': roundTrip(maker.parseMakerLimits, maker.formatMakerLimits),
	'pauseMaker 200': pauses,
	'resumeMaker 200': pauses,
	'getInstamintInfo 200': roundTrip(instamint.parseInstamintInfo, instamint.formatInstamintInfo),
	'getInstamintTokens 200': roundTrip(instamint.parseMintableTokens, instamint.formatMintableTokens),
	'getInstamintAccount 200': roundTrip(instamint.parseInstamintAccount, instamint.formatInstamintAccount),
	'getInstamintAccounts 200': roundTrip(instamint.parseInstamintAccounts, instamint.formatInstamintAccounts),
	'getInstamintAllowance 200': roundTrip(instamint.parseInstamintAllowance, instamint.formatInstamintAllowance),
	'getInstamintBalance 200': roundTrip(instamint.parseInstamintBalance, instamint.formatInstamintBalance),
	'getPaybackAddresses 200': roundTrip(instamint.parsePaybackAddresses, instamint.formatPaybackAddresses),
	'getOverview 200': roundTrip(operator.parseOverview, operator.formatOverview),
	'getDoctor 200': roundTrip(parseDoctor, formatDoctor),
	'getMakers 200': roundTrip(operatorMakers.parseMakers, operatorMakers.formatMakers),
	'getMaker 200': makerTwin,
	'createMaker 200': makerTwin,
	'addMakerAccounts 200': makerTwin,
	'pauseMakerByOperator 200': makerTwin,
	'resumeMakerByOperator 200': makerTwin,
	'issueKey 200': roundTrip(operatorMakers.parseIssuedApiKey, operatorMakers.formatIssuedApiKey),
	'rotateKey 200': roundTrip(operatorMakers.parseRotatedApiKey, operatorMakers.formatRotatedApiKey),
	'revokeKey 200': roundTrip(operatorMakers.parseApiKey, operatorMakers.formatApiKey),
	'listOrders 200': roundTrip(operator.parseOperatorOrders, operator.formatOperatorOrders),
	'getOrder 200': roundTrip(operator.parseOperatorOrder, operator.formatOperatorOrder),
	'getOperatorKeys 200': roundTrip(operatorKeys.parseOperatorKeys, operatorKeys.formatOperatorKeys),
	'issueOperatorKey 200': roundTrip(operatorKeys.parseIssuedOperatorKey, operatorKeys.formatIssuedOperatorKey),
	'revokeOperatorKey 200': roundTrip(operatorKeys.parseOperatorKey, operatorKeys.formatOperatorKey),
	'getAuditLog 200': roundTrip(audit.parseAuditPage, audit.formatAuditPage),
	'getReconciliation 200': roundTrip(reconciliation.parseReconciliation, reconciliation.formatReconciliation),
	'getOperatorInstamint 200': roundTrip(
		operatorInstamint.parseOperatorInstamint,
		operatorInstamint.formatOperatorInstamint,
	),
	'addInstamintCustomer 200': instamintChange,
	'setInstamintAllowance 200': instamintChange,
	'setInstamintPrices body': roundTrip(operatorInstamint.parseInstamintPrices, operatorInstamint.formatInstamintPrices),
	'setInstamintPrices 200': instamintChange,
	'pauseInstamint 200': instamintChange,
	'resumeInstamint 200': instamintChange,
	'reconcileInstamint body': roundTrip(operatorInstamint.parseSeenRepayment, operatorInstamint.formatSeenRepayment),
	'reconcileInstamint 200': instamintChange,
	'declareRestored 200': roundTrip(operatorDatabase.parseLogIncarnation, operatorDatabase.formatLogIncarnation),
	'changePriceBook params': roundTrip(parseOrderBook, formatPriceBook),
	'newOrder params': roundTrip(flash.parseNewOrder, flash.formatNewOrder),
	'startNewOrders params': roundTrip(flash.parseNewOrdersOptions, flash.formatNewOrdersOptions),
	'nextFillExecution params': roundTrip(flash.parseFillExecution, flash.formatFillExecution),
	'breakerChanged params': roundTrip(flash.parseBreakerChange, flash.formatBreakerChange),
}

/** What has no type of its own in the domain: documents, problems, and messages of one text, number or list. */
const without = new Set([
	'addInstamintCustomer body',
	'addMakerAccounts body',
	'cancelAllPriceBooks params',
	'cancelAllPriceBooks result',
	'changePriceBook result',
	'composeOrder 200',
	'createMaker body',
	'declareRestored body',
	'fillOrder params',
	'getAccountLevel 200',
	'getAsyncApi 200',
	'getLevel 200',
	'getLive 200',
	'getOpenApi 200',
	'getOpenRpc 200',
	'getOperatorOpenApi 200',
	'getOrderStatuses body',
	'issueKey body',
	'issueOperatorKey body',
	'notificationRefused params',
	'pauseInstamint body',
	'pauseMaker body',
	'pauseMakerByOperator body',
	'getPriceBooksStatus params',
	'getPriceBooksStatus result',
	'ping result',
	'reconcileDay 200',
	'reconcileDay body',
	'rejectOrder params',
	'rejectOrder result',
	'resumeInstamint body',
	'resumeMaker body',
	'resumeMakerByOperator body',
	'rotateKey body',
	'setInstamintAllowance body',
	'setLevel 200',
	'setLevel body',
	'shortPing result',
	'startFillExecution params',
	'startFillExecution result',
	'startNewOrders result',
	'streamOrderBook closing',
	'streamTrades closing',
	'streamOrderEvents closing',
	'submitOrder body',
	'submitOrderWalkThrough body',
])

const all: readonly Operation[] = Object.values({ ...operations, ...operatorOperations })
const samples: (readonly [name: string, sample: Sample])[] = [
	...all.flatMap(({ id, body, answers, problems = {} }) =>
		[
			['body', body] as const,
			...answers.map(answer => [answer.status, answer.body] as const),
			...answers.flatMap(({ events = {} }) => Object.entries(events)),
			...Object.entries(problems),
		].map(([what, sample]) => [`${id} ${what}`, sample] as const),
	),
	...flashContract.flatMap(({ id, params, result }) => [
		[`${id} params`, params] as const,
		[`${id} result`, result] as const,
	]),
	...solverContract.map(({ id, message }) => [`${id} message`, message] as const),
].flatMap(([name, sample]) => (sample === undefined ? [] : [[name, sample] as const]))

describe('what is read from the wire is written again as it was', () => {
	for (const [name, { schema, message, example }] of samples) {
		if (message !== undefined || without.has(name)) continue
		it(name, () => {
			const twin = twins[name]
			assert(twin !== undefined, `no parse and format for the example of ${name}`)
			assert.deepEqual(twin(schema.parse(example) as never), example)
		})
	}

	it('a network file', () => {
		const user = { name: 'user-1', address: 'account_sim1x', curve: 'ed25519' as const, private_key_hex: '01' }
		const file: NetworkFileWire = {
			network: 'simulator',
			network_id: 242,
			pid: 1,
			started_at_ms: 1,
			base_url: 'http://127.0.0.1:8480',
			flash_url: 'ws://127.0.0.1:8480/flash',
			solver_url: 'ws://127.0.0.1:8480',
			gateway_url: 'http://127.0.0.1:8481',
			operator_url: 'http://127.0.0.1:8482',
			tokens: [{ symbol: 'XRD', resource_address: 'resource_sim1x', divisibility: 18 }],
			users: [user],
			makers: [{ ...user, curve: 'secp256k1', api_key: 'k', bot: true }],
			solvers: [{ ...user, bot: false }],
		}
		assert.deepEqual(formatNetworkFile(parseNetworkFile(file)), file)
	})
})
