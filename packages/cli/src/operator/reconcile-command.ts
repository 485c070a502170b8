import { setTimeout as pause } from 'node:timers/promises'
import { type Amount, Decimal, isDayOver, type ReconciledDay, Reconciliation, timestampText } from '@accord/protocol'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { exitCodes, UsageError } from '../errors.ts'
import { show, withProgress } from '../terminal/terminal.ts'
import type { OperatorClient } from './operator-client.ts'
import { type OperatorArguments, operatorClient, withOperatorOptions } from './operator-endpoint.ts'

type ReconcileArguments = OperatorArguments & { day?: string }

/** `accord reconcile`: compares settled orders, fees and rebates in the database with the ledger, day by day. */
export function addReconcileCommand(program: Command, context: Context): void {
	withOperatorOptions(program.command('reconcile').description('compare settled orders with the ledger, by day'))
		.option('--day <day>', 'compare this day (UTC) now and show it; default: show the last seven days compared')
		.addHelpText(
			'after',
			'\nExit codes: 1 if the database and the ledger do not agree.\n\nExample:\n  accord reconcile --day 2026-11-22',
		)
		.action(async (given: ReconcileArguments) => {
			const client = operatorClient(given, context)
			const days =
				given.day === undefined ? await client.reconciliation(7) : [await compare(client, given.day, context)]
			show(context.terminal, {
				json: given.json,
				value: Reconciliation.format(days),
				lines: () => days.flatMap(describe),
			})
			if (days.some(({ differencesCount }) => differencesCount > 0)) context.exit(exitCodes.failed.code)
		})
}

/** Comparing a day of 10,000 transactions takes twenty minutes. */
const patienceMs = 60 * 60_000

/** Requests the day's comparison and waits until it is done. */
async function compare(client: OperatorClient, day: string, { terminal }: Context): Promise<ReconciledDay> {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new UsageError(`--day must be a day such as 2026-11-22, not '${day}'`)
	const requestedAtMs = await client.reconcileDay(day)
	const find = async () => {
		for (const untilMs = Date.now() + patienceMs; Date.now() < untilMs; ) {
			const found = (await client.reconciliation(366)).find(one => one.day === day && one.checkedAtMs >= requestedAtMs)
			if (found !== undefined) return found
			await pause(500)
		}
		throw new Error(`${day} was not compared within ${patienceMs / 60_000} minutes: see the service’s log`)
	}
	return await withProgress(terminal, `comparing ${day} with the ledger`, find())
}

function describe(day: ReconciledDay): string[] {
	const { orders, fills, transactions, platformFees, rebates, deposits, differences, differencesCount } = day
	const { integratorShares = [] } = day
	const found = differencesCount === 0 ? 'agrees with the ledger' : `${differencesCount} differences`
	const verdict = isDayOver(day)
		? found
		: `${found} so far: checked at ${timestampText(day.checkedAtMs)}, before the day was over`
	const shown = differences.flatMap(({ kind, transactionId, detail }) => [
		`  ${kind}  ${transactionId}`,
		`    ${detail}`,
	])
	return [
		`${day.day}  ${verdict}`,
		`  settled        ${orders} orders, ${fills} fills, in ${transactions} transactions`,
		`  platform fees  ${sums(platformFees)}; deposits on its account ${sums(deposits)}`,
		...(integratorShares.length === 0 ? [] : [`  integrators    ${sums(integratorShares)}`]),
		`  rebates        ${sums(rebates)}`,
		...shown,
	]
}

function sums(amounts: readonly Amount[]): string {
	if (amounts.length === 0) return 'nothing'
	return amounts.map(({ symbol, amount }) => `${Decimal.format(amount)} ${symbol}`).join(', ')
}
