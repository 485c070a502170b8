import type { ErrorCode } from '@accord/protocol'
import type { TestName } from './row.ts'
import { files as f } from './test-files.ts'

/** For every code of the table the tests that provoke it: a new code without one does not compile. */
export const errorRows: Readonly<Record<ErrorCode, { readonly tests: readonly TestName[] }>> = {
	not_found: {
		tests: [
			f.tradeApp('error: an unknown path is not_found'),
			f.service('error: an upgrade to a path that is no socket is not_found'),
		],
	},
	method_not_found: { tests: [f.jsonRpc('a non-existent method'), f.jsonRpc('a refused one is told, not answered')] },
	method_not_allowed: { tests: [f.tradeApp('error: another method is method_not_allowed and told which are allowed')] },
	upgrade_required: { tests: [f.service('error: a socket by an ordinary request is upgrade_required')] },
	unauthorized: {
		tests: [
			f.service('error: accounts without a key is unauthorized'),
			f.service('error: an upgrade with a key that nobody has is unauthorized'),
		],
	},
	rate_limited: {
		tests: [
			f.tradeApp('error: one request too many is rate_limited, with Retry-After, until the minute is over'),
			f.followOrder('error: one stream too many from an address is rate_limited, until one of them ends'),
		],
	},
	body_too_large: {
		tests: [
			f.tradeApp('error: a body beyond the limit is body_too_large, and the submission did not succeed'),
			f.readSigned('error: one byte more than 64 KiB is refused as body_too_large'),
		],
	},
	unsupported_media_type: {
		tests: [f.tradeApp('error: another media type is unsupported_media_type, and the submission did not succeed')],
	},
	malformed_json: {
		tests: [
			f.tradeApp('error: text that is no JSON is malformed_json, and the submission did not succeed'),
			f.jsonRpc('invalid JSON'),
		],
	},
	invalid_request: { tests: [f.jsonRpc('an invalid request object'), f.jsonRpc('an empty array')] },
	unknown_field: {
		tests: [
			f.tradeApp('error: a field that does not exist is unknown_field, and the submission did not succeed'),
			f.parseWire('error: every unknown field is pointed at'),
		],
	},
	validation_failed: {
		tests: [
			f.tradeApp('error: a missing field is validation_failed, and the submission did not succeed'),
			f.parseWire('error: missing and mistyped fields, and the root itself'),
		],
	},
	invalid_hex: { tests: [f.readSigned('error: text that is no hex is refused as invalid_hex')] },
	invalid_decimal: { tests: [f.parseWire('error: a broken decimal has its own code')] },
	invalid_address: { tests: [f.service('error: a token instead of an account is invalid_address')] },
	wrong_network: { tests: [f.readSigned('error: another network is refused as wrong_network')] },
	invalid_manifest: { tests: [f.construction('error: text that is no manifest is refused with the place')] },
	invalid_subintent: { tests: [f.construction('error: a manifest without a limit order cannot be parsed')] },
	invalid_signed_partial_transaction: {
		tests: [
			f.service('error: bytes that are no order are refused, and the submission did not succeed'),
			f.readSigned('error: bytes cut short is refused as invalid_signed_partial_transaction'),
		],
	},
	invalid_signature: {
		tests: [
			f.readSigned('error: a signature over something else is refused as invalid_signature'),
			f.construction('error: a signature over another hash, or of another key than given, is refused'),
		],
	},
	not_signed: { tests: [f.orderTerms('error: no signature is refused as not_signed')] },
	subintent_in_use: {
		tests: [
			f.sameTwice('what is published in one role is refused in the other, and settles as if nothing had been tried'),
		],
	},
	already_committed: { tests: [f.previewJudge('error: an order that is already on the ledger is refused')] },
	children_not_allowed: { tests: [f.judge('error: a child is refused, however it is used')] },
	prefix_not_allowed: {
		tests: [
			f.manifestSteps(
				'error: lock_fee on an address that is only allocated in the manifest is refused as prefix_not_allowed',
			),
		],
	},
	manifest_schema: {
		tests: [
			f.limitOrderSchema('no instruction can be left out, doubled, moved or replaced'),
			f.manifestSteps('error: step 1 missing is refused as manifest_schema'),
		],
	},
	verify_parent_mismatch: {
		tests: [f.manifestDetails('error: another VERIFY_PARENT rule is refused as verify_parent_mismatch')],
	},
	foreign_account: {
		tests: [
			f.fillsRefused("foreign_account: a fill from another maker's account is refused, and the order goes on waiting"),
		],
	},
	invalid_amount: {
		tests: [
			f.orderTerms('error: nothing sold is refused as invalid_amount'),
			f.orderTerms('error: a buy amount finer than its token is refused as invalid_amount'),
		],
	},
	unknown_token: { tests: [f.orderTerms('error: an unlisted token sold is refused as unknown_token')] },
	unknown_pair: {
		tests: [
			f.service('error: an inverted pair is unknown_pair'),
			f.orderTerms('error: two tokens that are no pair is refused as unknown_pair'),
		],
	},
	fee_token: { tests: [f.manifestDetails('error: the platform fee in another token is refused as fee_token')] },
	fee_too_low: {
		tests: [
			f.orderTerms('error: a platform fee one unit too low is refused as fee_too_low'),
			f.orderTerms('error: the platform fee of another level is refused as fee_too_low'),
		],
	},
	withdraw_mismatch: {
		tests: [f.manifestDetails('error: a unit too little withdrawn is refused as withdraw_mismatch')],
	},
	fill_amount_mismatch: {
		tests: [
			f.fillsRefused('fill_amount_mismatch: a fill that sells one unit less is refused, and the order goes on waiting'),
		],
	},
	invalid_header: {
		tests: [
			f.headerRules('error: a start epoch ahead'),
			f.headerRules('error: an end epoch that has come'),
			f.headerRules('error: a minimum timestamp ahead'),
		],
	},
	invalid_expiry: {
		tests: [
			f.headerRules('error: an expiry 14 s ahead'),
			f.headerRules('error: an expiry 61 s ahead'),
			f.headerRules('error: no expiry'),
		],
	},
	too_many_open_orders: {
		tests: [
			f.matchQueue('error: a ninth open order of an account is refused'),
			f.previewJudge('error: open intents that do not fit into one preview are too many'),
		],
	},
	insufficient_funds: {
		tests: [
			f.submitOrder('error: an account cannot promise more than it holds over several orders'),
			f.submitFill('error: a maker that no longer holds what it sells is refused'),
		],
	},
	not_account_owner: {
		tests: [
			f.previewJudge("error: a stranger's signature is refused as not_account_owner"),
			f.fillsRefused('not_account_owner: a fill signed by a stranger is refused, and the order goes on waiting'),
		],
	},
	execution_cost_too_high: {
		tests: [
			f.previewJudge(
				'error: a prefix that the ledger charges more than 5 XRD for is refused, though its units would do',
			),
		],
	},
	execution_units_too_high: { tests: [f.previewJudge('error: one unit beyond any of these is refused')] },
	preview_failed: { tests: [f.previewJudge("error: another service's rule is refused as preview_failed")] },
	unknown_maker: {
		tests: [f.operatorMakers('error: unknown makers and keys, accounts of others, levels and addresses that are none')],
	},
	unknown_key: {
		tests: [f.apiKeys('error: an unknown key, a revoked one and an expired one are not rotated, and no key is made')],
	},
	account_taken: {
		tests: [f.accounts("error: another maker's account is refused, and nothing of the registration stays")],
	},
	key_ended: {
		tests: [f.apiKeys('error: an unknown key, a revoked one and an expired one are not rotated, and no key is made')],
	},
	exposure_limit: {
		tests: [
			f.whatMakersAllow(
				'error: exposure_limit: a quote, a check and an order that only a maker could fill who has promised all it may',
			),
			f.matchQueue('error: makers who have promised all they may are not asked for more, until some of it has ended'),
		],
	},
	no_liquidity: {
		tests: [
			f.matchQueue('error: no liquidity names the largest amount that would match'),
			f.sdkDex('error: more than the book holds is no_liquidity with the largest amount'),
		],
	},
	unknown_order: {
		tests: [
			f.service('error: a fill for an order that nobody knows is unknown_order'),
			f.followOrder('error: an order that nobody knows is unknown_order at once'),
		],
	},
	fill_too_late: {
		tests: [f.fillDeadline('a fill a millisecond after its deadline is too late, and the order ends unfilled')],
	},
	already_filled: {
		tests: [f.sameTwice('of two different fills sent at once one is accepted and the other is already_filled')],
	},
	order_not_open: { tests: [f.cancelOrder('error: an order that has ended unfilled is not open')] },
	order_not_cancellable: {
		tests: [f.cancelOrder('error: once published it cannot be cancelled any more, and says until when it may settle')],
	},
	invalid_price_book: {
		tests: [
			f.priceBook('error: a price of zero'),
			f.service('error: a refused notification is answered by platform.error'),
		],
	},
	too_many_levels: { tests: [f.priceBook('error: a 51st level')] },
	sequence_ahead: {
		tests: [
			f.service('error: a starting point beyond the log is sequence_ahead'),
			f.followOrder(
				'error: a Last-Event-ID beyond the history is sequence_ahead, one that is no number validation_failed',
			),
		],
	},
	shutting_down: {
		tests: [
			f.service('a stop closes every socket as going away, and waits for no silent connection'),
			f.followOrder(
				'a service that stops tells who follows an order or a book, and who waits, that it is shutting down',
			),
			f.serviceItself('error: while it stops it is live, but not ready, and refuses everything else'),
		],
	},
	busy: {
		tests: [
			f.previewQueue('error: whoever finds the waiting room full is told busy; fills have a room of their own'),
			f.jsonRpc('error: more calls at once than allowed are refused as busy'),
			f.solverSockets('error: busy: more solvers than allowed'),
		],
	},
	ledger_unavailable: {
		tests: [
			f.quoteAndCheck('error: without the ledger nothing can be checked'),
			f.nobodySettles('while the Gateway does not answer, nothing is accepted and nothing is decided'),
		],
	},
	database_unavailable: {
		tests: [
			f.transaction('a conflict is tried again three times, then the database is unavailable'),
			f.everyRequest('error: a database that is gone, overrun or broken'),
		],
	},
	slow_consumer: {
		tests: [
			f.flashSockets(
				'error: slow_consumer: a maker that does not read is cut as 4008, and resumes its fill log without losing an entry',
			),
			f.outgoing('error: a peer that does not read is closed as slow_consumer instead of buffered for'),
		],
	},
	connection_closed: { tests: [f.sdkMaker('a request that waits when the connection is lost ends with an error')] },
	request_timeout: {
		tests: [f.jsonRpc('error: an answer that does not come in time, and one that comes too late is ignored')],
	},
	internal: { tests: [f.tradeApp('error: an internal error never shows its message')] },
}
