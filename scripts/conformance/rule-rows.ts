import { row, type Section } from './row.ts'
import { files as f } from './test-files.ts'

/** What we decided where the specification is silent. */
export const ruleSections: readonly Section[] = [
	{
		title: 'Rules of the order book',
		rows: [
			row(
				'Shown is what is matched; a small side is left out; at most 50 prices a side',
				f.match('property: whatever is computed from the shown book is matched'),
				f.orderBookView('a side below 10 settlement fees is not shown'),
				f.orderBook('shows at most 50 prices of a side, the last one whole'),
			),
			row(
				'The shown book ends before the level of one maker too many',
				f.orderBook('with two makers an order it shows two makers, summed by price'),
			),
			row(
				'A pair counts only while a session takes its orders; withdrawn 2 s after the session ended',
				f.priceBooks('a book goes 2 s after the session that set it ended'),
				f.makersSilent('a maker that disconnects before it answers: its book goes, and the order ends unfilled'),
			),
			row(
				'Reservations: from forwarding to the end, from the newest book, kept after Settled until replaced',
				f.availableLevels(
					'property: what is left of a maker is exactly its offer less its reservations, never below nothing',
				),
				f.settleExact('what settled stays taken from the book until the maker quotes anew'),
			),
		],
	},
	{
		title: 'Rules of matching',
		rows: [
			row(
				'Atomic, by one maker or over at most N, one maker preferred',
				f.match('property: an order is matched exactly when some set of at most N makers covers it, at the best total'),
				f.match('one maker is preferred where it covers the whole at no worse a total'),
			),
			row(
				'Priority: price, time of the level’s last change, maker',
				f.availableLevels('orders by price, then by the time of the last change, then by maker'),
				f.priceBooks('a level keeps its place while it keeps its price and does not grow'),
			),
			row(
				'The exact mirror, largest remainders',
				f.match('property: parts are the exact mirror, by at most N makers, from levels they offer'),
				f.match('units left over go to the largest remainder, ties by priority'),
			),
			row(
				'Small parts only where nothing else is feasible',
				f.match('a split with a small part is taken where nothing else is feasible'),
			),
			row(
				'no_liquidity names the largest amount',
				f.match('property: the largest amount matches, and with one maker one unit more does not'),
			),
		],
	},
	{
		title: 'Rules of an order’s life',
		rows: [
			row(
				'Windows: 3 s to fill, 8 s before the expiry, at least 1 s ahead',
				f.windows('a maker has 3 s while the expiry is far'),
				f.windows('a fill must come 8 s before the expiry'),
				f.windows('a deadline less than 1 s ahead is not asked for'),
			),
			row(
				'Published only with 5 s left',
				f.settlement(
					'filled too late to be published: the order ends unfilled, the fill is released and the maker told',
				),
			),
			row(
				'Timely by receipt; timed out 300 ms later; one of both wins',
				f.submitFill('a fill at its very deadline is timely, though judging it takes longer'),
				f.settlement('a silent maker: the part times out 300 ms after its deadline, and the order ends unfilled'),
				f.settlement('a fill and the time-out at the same moment: one of them wins, whole'),
			),
			row(
				'Expiry of fills',
				f.expiry('a fill lasts at least 10 s, but no longer than its order has to, and at most 60 s'),
			),
			row('The rest of the header makes no free option', f.headerRules('error: everything that is wrong is found')),
			row('Terminal states never change', f.settlement('terminal states never change, whatever is said later')),
			row(
				'Expired only by the ledger’s own clock; a Gateway failure decides nothing',
				f.settlement(
					'what is not committed when the ledger’s clock reaches its expiry is expired, and not a millisecond before',
				),
				f.settlement('a Gateway that fails decides nothing, and what it said before it failed counts'),
			),
			row(
				'One table of hashes: the same again is answered the same, the other role refused',
				f.sameTwice(
					'the same order again, in any state and in any writing of its bytes, gets the same answer and stays one order',
				),
				f.sameTwice('what is published in one role is refused in the other, and settles as if nothing had been tried'),
			),
			row(
				'A refused submission is not remembered',
				f.sameTwice('a refused order is not remembered: it is accepted once there is liquidity'),
			),
			row(
				'Each item stands alone',
				f.onTheLedger(
					"a solver takes only the user's item: the order settles, its fill ends Expired and is given back",
				),
				f.onTheLedger('a solver takes only the fill: the fill is Settled, and the order expires'),
			),
			row(
				'Fees: accepted from the product cut at 18 places',
				f.fee('is at most one unit below the quote, both as the oracle computes them'),
			),
			row(
				'The fee table is its own price; the rebate is never negative',
				f.rebate('what is kept always covers the cost at the table price, by less than one unit too much'),
			),
			row(
				'Execution units are shared',
				f.previewJudge('an item may cost 5 XRD, an order use 84 million units, a fill 12 million'),
			),
			row(
				'Judging: all that is wrong is listed, the table’s order decides',
				f.judge('error: all broken rules are listed, the first of the error table is reported'),
			),
			row(
				'Open orders of an account are counted together; at most 8',
				f.submitOrder('error: an account cannot promise more than it holds over several orders'),
				f.matchQueue('error: a ninth open order of an account is refused'),
			),
			row(
				'With a prefix: one preview of all open intents',
				f.previewedBeside(
					'an intent with a prefix, or beside an open one with a prefix, is previewed with all that is open',
				),
				f.previewJudge('what is previewed beside each other shares the funds of the account'),
			),
			row(
				'Previews: bounded, fills first',
				f.previewQueue('fills go before orders that came earlier'),
				f.previewQueue('error: whoever finds the waiting room full is told busy; fills have a room of their own'),
			),
		],
	},
	{
		title: 'Rules for makers and solvers',
		rows: [
			row(
				'The same fill again: the same answer; another one: already_filled',
				f.sameTwice('the same fill again gets the same answer, a second one for the same order is already_filled'),
			),
			row(
				'Unknown and foreign order ids get the same answer',
				f.submitFill('error: unknown orders and those of other makers get the same answer'),
			),
			row(
				'Open orders are sent on start_stream',
				f.makersSilent('a maker that disconnects and comes back in time is asked again and fills'),
			),
			row(
				'A refused notification is told by platform.error',
				f.service('error: a refused notification is answered by platform.error'),
			),
			row(
				'Outgoing queues are bounded',
				f.outgoing('error: a peer that does not read is closed as slow_consumer instead of buffered for'),
			),
			row(
				'A price book is refused as a whole, with every wrong level',
				f.priceBook('error: all wrong levels at once'),
				f.priceBook('error: a 51st level'),
				f.priceBook('error: an unknown or inverted pair'),
			),
			row(
				'Open bundles are sent on connecting',
				f.nobodySettles('a bundle that expired is not sent to a solver that connects later, an open one is'),
			),
			row(
				'The reference solver',
				f.referenceSolver('of nine open trades eight settle in one root and the ninth in the next'),
				f.manyInRoot('7 good trades settle in time beside one whose funds were moved after publication'),
			),
		],
	},
	{
		title: 'Rules of errors and durability',
		rows: [
			row(
				'One table of codes, precedence, all violations listed',
				f.errorTable('what is cheaper to find comes first'),
				f.tradeError('of several violations the one first in the table gives the code, and all are listed as found'),
			),
			row(
				'Written before it is acknowledged',
				f.killNine('every acknowledged order is there at once after the start, and nothing of its history is lost'),
				f.database('every commit is synced to disk before it is acknowledged; a read syncs nothing'),
			),
			row(
				'Sequence numbers without holes',
				f.killNine('every fill has completed, no number is missing, and the log begins as the maker had read it'),
				f.threeHundred('every fill has started and completed, and the numbers of the log have no holes'),
			),
			row(
				'Nothing of ours signs what it did not compute',
				f.nobodySettles(
					'an order whose row differs from its bytes is never signed for: it ends unfilled, its fill Released',
				),
				f.checkSubintent('what was asked for has the ledger’s hash, computed here'),
				f.checkSubintent('error: every byte counts'),
			),
		],
	},
]
