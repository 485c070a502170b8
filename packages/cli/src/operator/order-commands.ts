import { ListedOrderPage, OperatorOrder, OrderTrace, operatorOrdersMax, orderStates } from '@accord/protocol'
import { type Command, Option } from 'commander'
import { parseWholeNumber } from '../arguments.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { show, withProgress } from '../terminal/terminal.ts'
import type { OperatorClient } from './operator-client.ts'
import { type OperatorArguments, operatorClient, withOperatorOptions } from './operator-endpoint.ts'
import { describeOrder, describeOrders } from './order-text.ts'
import { describeTrace } from './trace-text.ts'

type ListArguments = OperatorArguments & {
	state?: string
	account?: string
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
		.option('--limit <number>', `how many, up to ${operatorOrdersMax}`, '20')
		.option('--before <cursor>', 'the next page, by the cursor printed after the last one')
		.option('--long', 'print ids and accounts in full')
		.addHelpText('after', '\nExample:\n  accord orders list --state expired --limit 100')
		.action(async (given: ListArguments) => {
			const { state, account, before } = given
			const limit = parseWholeNumber('--limit', given.limit, { min: 1, max: operatorOrdersMax })
			const query = { limit, ...(state && { state }), ...(account && { account }), ...(before && { before }) }
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
		.argument('<order>', 'its subintent id, or the characters that orders list prints')
		.action(async (wanted: string, given: OperatorArguments) => {
			const client = operatorClient(given, context)
			const order = await client.order(await findOrderId(client, wanted))
			const value = OperatorOrder.format(order)
			show(context.terminal, { json: given.json, value, lines: paint => describeOrder(order, paint) })
		})

	withOperatorOptions(orders.command('trace').description('trace one order from its validation to the ledger'))
		.argument('<order>', 'its subintent id, or the characters that orders list prints')
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

const searchedOrders = 500

/** The full id of an order, given the full id or the start of its short id. */
async function findOrderId(client: OperatorClient, wanted: string): Promise<string> {
	if (wanted.includes('_')) return wanted
	const { orders } = await client.orders({ limit: searchedOrders })
	const found = orders.map(order => order.subintentId).filter(id => id.slice(id.indexOf('1') + 1).startsWith(wanted))
	const [first, ...others] = found
	if (first === undefined) throw new UsageError(`none of the ${searchedOrders} newest orders starts with '${wanted}'`)
	if (others.length === 0) return first
	throw new UsageError(`several orders start with '${wanted}': ${found.join(', ')}`)
}
