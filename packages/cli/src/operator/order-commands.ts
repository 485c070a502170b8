import { ListedOrderPage, OperatorOrder, OrderTrace, operatorOrdersMax, orderStates } from '@accord/protocol'
import { type Command, Option } from 'commander'
import { parseWholeNumber } from '../arguments.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { show, withProgress } from '../terminal/terminal.ts'
import type { OperatorClient, OrdersQuery } from './operator-client.ts'
import { type OperatorArguments, operatorClient, withOperatorOptions } from './operator-endpoint.ts'
import { describeOrder, describeOrders } from './order-text.ts'
import { describeTrace } from './trace-text.ts'

type ListArguments = OperatorArguments & {
	state?: string
	account?: string
	subintent?: string
	transaction?: string
	limit: string
	before?: string
	long?: boolean
}

/** `accord orders …`: users' orders and what happened to them. */
export function addOrderCommands(program: Command, context: Context): void {
	const orders = program.command('orders').description('users’ orders: list them, show one, trace one')

	withOperatorOptions(orders.command('list').description('list orders, newest first'))
		.addOption(new Option('--state <state>', 'only orders in this state').choices(orderStates))
		.option('--account <address>', 'only orders of one account')
		.option('--subintent <id>', 'only the order with this subintent id or hash, its own or one of a fill')
		.option('--transaction <id>', 'only orders in this transaction')
		.option('--limit <number>', `how many, up to ${operatorOrdersMax}`, '20')
		.option('--before <cursor>', 'the next page, by the cursor printed after the last one')
		.option('--long', 'print ids and accounts in full')
		.addHelpText('after', '\nExample:\n  accord orders list --state expired --limit 100')
		.action(async (given: ListArguments) => {
			const { state, account, subintent, transaction, before } = given
			const limit = parseWholeNumber('--limit', given.limit, { min: 1, max: operatorOrdersMax })
			const query = { state, account, subintent, transaction_id: transaction, limit, before }
			const page = await withProgress(
				context.terminal,
				'asking the service',
				operatorClient(given, context).orders(query),
			)
			const look = { nowMs: context.nowMs(), isLong: given.long === true }
			show(context.terminal, {
				json: given.json,
				value: ListedOrderPage.format(page),
				lines: paint => describeOrders(page.orders, { ...look, paint }),
			})
			if (page.next !== undefined && given.json !== true) context.terminal.note(`more: --before ${page.next}`)
		})

	withOperatorOptions(orders.command('show').description('show one order in full'))
		.argument('<order>', wantedOrder)
		.action(async (wanted: string, given: OperatorArguments) => {
			const client = operatorClient(given, context)
			const order = await client.order(await findOrderId(client, wanted))
			const value = OperatorOrder.format(order)
			show(context.terminal, { json: given.json, value, lines: paint => describeOrder(order, paint) })
		})

	withOperatorOptions(orders.command('trace').description('trace one order from its validation to the ledger'))
		.argument('<order>', wantedOrder)
		.option('--manifests', 'also print every signed manifest and the root transaction')
		.addHelpText('after', '\nExample:\n  accord orders trace 8cyaulsx --manifests')
		.action(async (wanted: string, given: OperatorArguments & { manifests?: boolean }) => {
			const client = operatorClient(given, context)
			const id = await findOrderId(client, wanted)
			const trace = await withProgress(context.terminal, 'asking the service and the ledger', client.trace(id))
			const withManifests = given.manifests === true
			show(context.terminal, {
				json: given.json,
				value: OrderTrace.format(trace),
				lines: paint => describeTrace(trace, { paint, withManifests }),
			})
		})
}

const wantedOrder = 'its subintent id, a fill’s, its transaction’s, or the characters that orders list prints'
const searchedOrders = 500

/** The full id of an order, given an id of it, of a fill or of its transaction, or the start of its short id. */
async function findOrderId(client: OperatorClient, wanted: string): Promise<string> {
	if (wanted.startsWith('txid_')) return theOnly(wanted, await idsOf(client, { transaction_id: wanted }))
	if (wanted.includes('_')) return (await idsOf(client, { subintent: wanted }))[0] ?? wanted
	const ids = await idsOf(client, { limit: searchedOrders })
	const found = ids.filter(id => id.slice(id.indexOf('1') + 1).startsWith(wanted))
	return theOnly(wanted, found)
}

async function idsOf(client: OperatorClient, query: OrdersQuery): Promise<string[]> {
	const { orders } = await client.orders(query)
	return orders.map(({ subintentId }) => subintentId)
}

/** @throws UsageError if there are none or several */
function theOnly(wanted: string, ids: readonly string[]): string {
	const [first, ...others] = ids
	const place = wanted.startsWith('txid_')
		? 'no order is in'
		: `none of the ${searchedOrders} newest orders starts with`
	if (first === undefined) throw new UsageError(`${place} '${wanted}'`)
	if (others.length === 0) return first
	throw new UsageError(`several orders match '${wanted}': ${ids.join(', ')}`)
}
