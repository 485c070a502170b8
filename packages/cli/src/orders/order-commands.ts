import { operatorOrdersMax, orderStateWire } from '@accord/protocol'
import { type Command, Option } from 'commander'
import type { Context } from '../context.ts'
import type { OperatorArguments } from '../operator/find-operator.ts'
import { operatorClient, withOperatorOptions } from '../operator/operator-context.ts'
import { readWholeNumber } from '../operator/read-argument.ts'
import { show, withProgress } from '../terminal/terminal.ts'
import { describeOrder, describeOrders } from './describe-orders.ts'
import { describeTrace } from './describe-trace.ts'
import { findOrderId } from './short-id.ts'

type ListArguments = OperatorArguments & {
	state?: string
	account?: string
	limit: string
	before?: string
	long?: boolean
}

/** `accord orders …`: what became of users' orders. */
export function addOrderCommands(program: Command, context: Context): void {
	const orders = program.command('orders').description('users’ orders: list them, show one, tell its whole story')

	withOperatorOptions(orders.command('list').description('orders, the newest first'))
		.addOption(new Option('--state <state>', 'only those in this state').choices(orderStateWire.options))
		.option('--account <address>', 'only those of one account')
		.option('--limit <number>', `how many, up to ${operatorOrdersMax}`, '20')
		.option('--before <next>', 'the page after the one that told this')
		.option('--long', 'whole ids instead of their beginnings')
		.addHelpText('after', '\nExample:\n  accord orders list --state expired --limit 100')
		.action(async (given: ListArguments) => {
			const { state, account, before } = given
			const limit = readWholeNumber('--limit', given.limit, { min: 1, max: operatorOrdersMax })
			const query = { limit, ...(state && { state }), ...(account && { account }), ...(before && { before }) }
			const page = await withProgress(context.terminal, 'asking', operatorClient(given, context).orders(query))
			const look = { nowMs: context.nowMs(), isLong: given.long === true }
			show(context.terminal, {
				json: given.json,
				value: page,
				lines: paint => describeOrders(page.orders, { ...look, paint }),
			})
			if (page.next !== undefined && given.json !== true) context.terminal.note(`more: --before ${page.next}`)
		})

	withOperatorOptions(orders.command('show').description('everything that is kept of one order'))
		.argument('<order>', 'its subintent id, or how it begins after the 1')
		.action(async (wanted: string, given: OperatorArguments) => {
			const client = operatorClient(given, context)
			const value = await client.order(await findOrderId(client, wanted))
			show(context.terminal, { json: given.json, value, lines: paint => describeOrder(value, paint) })
		})

	withOperatorOptions(orders.command('trace').description('one order’s whole story, from its judgement to the ledger'))
		.argument('<order>', 'its subintent id, or how it begins after the 1')
		.option('--manifests', 'also what everybody signed, and the root transaction')
		.addHelpText('after', '\nExample:\n  accord orders trace 8cyaulsx --manifests')
		.action(async (wanted: string, given: OperatorArguments & { manifests?: boolean }) => {
			const client = operatorClient(given, context)
			const id = await findOrderId(client, wanted)
			const value = await withProgress(context.terminal, 'asking the service and the ledger', client.trace(id))
			const withManifests = given.manifests === true
			show(context.terminal, {
				json: given.json,
				value,
				lines: paint => describeTrace(value, { paint, withManifests }),
			})
		})
}
