import { row, type Section } from './row.ts'
import { files as f } from './test-files.ts'

/** The specification from "What the service does" to "Resources and their fields". */
export const resourceSections: readonly Section[] = [
	{
		title: 'What the service does',
		rows: [
			row(
				'Typical trade, steps 1 to 8',
				f.service('settles a user’s order with a maker’s fill, each step told to those concerned'),
				f.sdkDex('a whole trade: quote, compose, create, sign, submit, follow'),
			),
			row(
				'DEX, market maker and solver operations',
				f.userExamples('the DEX, the maker and the solver of examples/ settle a trade among themselves'),
			),
			row(
				'Authentication is required only for accounts and the Flash Liquidity API',
				f.examples('takes a key exactly where a maker speaks of itself'),
				f.service('error: accounts without a key is unauthorized'),
				f.service('error: an upgrade without a key is unauthorized'),
			),
		],
	},
	{
		title: 'Order book and limit order',
		rows: [
			row(
				'Pair: base and quote symbol',
				f.examples('every example fits its schema and has no member that the schema does not name'),
				f.market('error: unknown tokens, unknown and inverted pairs'),
			),
			row(
				'Order book: [price, amount] strings, best first',
				f.orderBookView('shows a book without delay, in the specification’s shape'),
				f.priceBook('reads a sorted book'),
			),
			row(
				'Each tuple is liquidity that a user may take at that moment',
				f.match('property: whatever is computed from the shown book is matched'),
				f.liquidityOnce('ten orders at once for what suffices for five: five are forwarded, five find no liquidity'),
			),
			row(
				'Empty bids and asks mean no trading of the pair',
				f.priceBook('both sides empty means no trading'),
				f.orderBookView('before anything is quoted it is empty'),
			),
			row('Limit order: sell and buy amount', f.limitOrder('a limit order is the same after reading and writing')),
			row(
				'Computing a limit order: from the front of the book, buy amount rounded down',
				f.limitOrderFromBook('selling base: the proceeds are the exact sum, rounded down once'),
				f.limitOrderFromBook('selling quote: what is bought never costs more than is sold, and one unit more would'),
			),
			row('A client may reduce the buy amount by a small percentage', f.sdkDex('slippage lowers the bought amount')),
		],
	},
	{
		title: 'Fees',
		rows: [
			row(
				'Fee: symbol, anthic_amount, settlement_amount, in the sell token',
				f.fee('fees and fee info are the same after reading and writing'),
				f.manifestDetails('error: the platform fee in another token is refused as fee_token'),
			),
			row(
				'Fee amounts are rounded up; no rounding when the value fits',
				f.fee('cuts the product at 18 places before rounding up'),
				f.fee('does not round what already fits'),
			),
			row(
				'Fee info: access rule, settlement fee per token, platform fee per level',
				f.examples('every example fits its schema and has no member that the schema does not name'),
				f.market('every token pays what 5 XRD and 0.25 XRD are worth, rounded up to its unit'),
			),
			row(
				'Account level',
				f.accounts('an account is at level 0 until it is given another'),
				f.settleExact(
					'a user at level 1 pays the fee of that level, and every balance changes by exactly what was composed',
				),
			),
			row(
				'Fee rule 1: platform fee = fraction of the level × sell amount; taker_fee for orders, maker_fee for fills',
				f.fee('is the fraction of the level and the settlement fee of the token sold'),
				f.fee('takes the maker fraction of a maker, and the fraction of the level'),
			),
			row(
				'Fee rule 2: settlement fee = solver_amount + transaction_execution_amount',
				f.fee('is the fraction of the level and the settlement fee of the token sold'),
			),
			row(
				'Fee rule 3: rebate = transaction_execution_amount − estimated cost, returned in step 8',
				f.submitOrder('the rebate is the execution amount less the cost, in the token sold'),
				f.settleExact('a user sells XRD for xUSDC, and every balance changes by exactly what was composed'),
				f.rebate('what is kept always covers the cost at the table price, by less than one unit too much'),
			),
			row(
				'Fee rule 4: every order requires both fees',
				f.orderTerms('error: a platform fee one unit too low is refused as fee_too_low'),
				f.orderTerms('error: a settlement fee one unit too low is refused as fee_too_low'),
			),
		],
	},
	{
		title: 'Limit order subintent manifest',
		rows: [
			row(
				'Steps 1 to 10',
				f.limitOrderManifest("composes the specification's ten steps"),
				f.limitOrderSchema('no instruction can be left out, doubled, moved or replaced'),
				f.limitOrderSchema('nothing can be put between the steps or after them, whatever it is'),
			),
			row(
				'Step 1: VERIFY_PARENT with the rule of /trade/info',
				f.manifestDetails('error: another VERIFY_PARENT rule is refused as verify_parent_mismatch'),
			),
			row(
				'Step 2: withdrawal of sell amount and both fees',
				f.manifestDetails('error: a unit too much withdrawn is refused as withdraw_mismatch'),
			),
			row(
				'Step 4: the buy assertion',
				f.manifestDetails('error: another assertion of the amount is refused as manifest_schema'),
			),
			row(
				'Step 9: deposit of the entire worktop into the account',
				f.manifestDetails('error: a deposit elsewhere is refused as manifest_schema'),
			),
			row(
				'Rule 1: any number of instructions may stand in front',
				f.limitOrderSchema('any number of allowed instructions may stand in front, and is told as a prefix'),
				f.previewJudge('a prefix that calls a component passes and costs more'),
			),
			row(
				'Rule 2: exactly three YIELD_TO_PARENT',
				f.manifestSteps('error: step 5 doubled is refused as manifest_schema'),
				f.manifestSteps('error: step 10 doubled is refused as manifest_schema'),
			),
			row(
				'Rule 3: rebates come back in step 8',
				f.settleExact('a user buys xwBTC with xUSDC, and every balance changes by exactly what was composed'),
			),
			row(
				'Rule 4: execution costs at most 5 XRD',
				f.previewJudge('an item may cost 5 XRD, an order use 84 million units, a fill 12 million'),
				f.previewJudge(
					'error: a prefix that the ledger charges more than 5 XRD for is refused, though its units would do',
				),
			),
			row(
				'Rule 5: expiry 15 to 60 s after receipt',
				f.headerRules('an expiry 15 s ahead'),
				f.headerRules('error: an expiry 14 s ahead'),
				f.headerRules('an expiry 60 s ahead'),
				f.headerRules('error: an expiry 61 s ahead'),
			),
			row(
				'The composed manifest: its text and buckets',
				f.compose('the composed manifest is the specification’s text'),
			),
		],
	},
	{
		title: 'Signed partial transaction and submission',
		rows: [
			row(
				'A hex string made by the wallet',
				f.readSigned('hex is read in any case'),
				f.readSigned('error: every truncation is refused'),
			),
			row(
				'In the Solver API it is wrapped in the service’s outer subintent',
				f.bundles(
					'a filled order is published: the user’s item first, each wrapped by the service, the bytes inside unchanged',
				),
			),
			row(
				'Order submission result',
				f.examples('every example fits its schema and has no member that the schema does not name'),
				f.submitOrder('an order is answered with its id once it is written, and its status can be read'),
			),
			row(
				'New order',
				f.examples('so does every example of the sockets'),
				f.submitFill('a maker sees what it is asked, as the user’s side and as what it is to sign'),
			),
			row(
				'Fill execution update',
				f.examples('so does every example of the sockets'),
				f.settlement('many ends at once: every maker’s numbers stay without holes'),
			),
			row('Price book update', f.examples('so does every example of the sockets'), f.priceBook('reads a sorted book')),
		],
	},
	{
		title: 'States and transitions',
		rows: [
			row('no fill → started', f.submitFill('a fill is written with its started entry before it is answered')),
			row(
				'started → completed, outcome Settled',
				f.settlement('what is committed is settled: order, fill, log, reservation and bundle, and both are told'),
			),
			row(
				'Rule 1: numbers grow by 1, the channel restarts from any earlier point',
				f.service('a session that comes later gets the whole fill log, from any number'),
				f.threeHundred('every fill has started and completed, and the numbers of the log have no holes'),
			),
			row(
				'Rule 2: past its expiry and not on the ledger is failed',
				f.settlement(
					'what is not committed when the ledger’s clock reaches its expiry is expired, and not a millisecond before',
				),
			),
		],
	},
]
