import {
	Decimal,
	InstamintChange,
	type InstamintPrices,
	OperatorInstamint,
	priceValiditySecondsMax,
} from '@accord/protocol'
import type { Command } from 'commander'
import { parseSeconds, parseWholeNumber } from '../arguments.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import type { Paint } from '../terminal/paint.ts'
import { show, withProgress } from '../terminal/terminal.ts'
import { instamintRequests } from './instamint-requests.ts'
import { describeInstamintCustomers, describeInstamintLoans, describeInstamintPrices } from './instamint-text.ts'
import { type OperatorArguments, operatorClient, withOperatorOptions } from './operator-endpoint.ts'

type Describe = (instamint: OperatorInstamint, look: { paint: Paint; nowMs: number }) => string[]
type Requests = ReturnType<typeof instamintRequests>

/** `accord instamint …`: the component that lets makers mint on credit. */
export function addInstamintCommands(program: Command, context: Context): void {
	const instamint = program.command('instamint').description('minting on credit: customers, prices, pauses and loans')
	const requests = (given: OperatorArguments) => instamintRequests(operatorClient(given, context))

	withOperatorOptions(instamint.command('customer').description('list customers, or make an account a customer'))
		.argument('[account]', 'the account to make a customer; it gets a badge that stays there')
		.option('--allowance <xrd>', 'the most it may owe, in XRD')
		.addHelpText('after', '\nExample:\n  accord instamint customer account_rdx12… --allowance 1000000')
		.action(async (account: string | undefined, given: OperatorArguments & { allowance?: string }) => {
			if (account === undefined) return await look(requests(given), given, context, describeInstamintCustomers)
			const { allowance } = given
			if (allowance === undefined) throw new UsageError('--allowance is missing: the most it may owe, in XRD')
			await act(requests(given).addCustomer(account, amountOf('--allowance', allowance)), given, context)
		})

	withOperatorOptions(instamint.command('allowance').description('set how much a customer may owe'))
		.argument('<customer>', 'its id')
		.argument('<xrd>', 'the value in XRD of all its loans together')
		.action(async (customer: string, xrd: string, given: OperatorArguments) => {
			await act(requests(given).setAllowance(idOf(customer), amountOf('xrd', xrd)), given, context)
		})

	withOperatorOptions(instamint.command('prices').description('show prices, or set them'))
		.argument('[prices...]', 'in XRD for one, such as xUSDC=20; setting a price again refreshes it')
		.option('--validity <duration>', 'how long prices are valid for mints, at most 7d')
		.addHelpText('after', '\nExample:\n  accord instamint prices xUSDC=20 xETH=60000 --validity 24h')
		.action(async (texts: string[], given: OperatorArguments & { validity?: string }) => {
			const { validity } = given
			if (texts.length === 0 && validity === undefined)
				return await look(requests(given), given, context, describeInstamintPrices)
			const prices: InstamintPrices = {
				pricesXrd: new Map(texts.map(priceOf)),
				...(validity === undefined ? {} : { validityS: parseSeconds('--validity', validity, priceValiditySecondsMax) }),
			}
			await act(requests(given).setPrices(prices), given, context, describeInstamintPrices)
		})

	for (const [name, description] of [
		['pause', 'stop the mints of a customer, or all mints; repayments continue'],
		['resume', 'allow the mints of a customer, or all mints, again'],
	] as const)
		withOperatorOptions(instamint.command(name).description(description))
			.argument('[customer]', 'its id; without it, all mints')
			.action(async (customer: string | undefined, given: OperatorArguments) => {
				await act(requests(given)[name](customer === undefined ? undefined : idOf(customer)), given, context)
			})

	withOperatorOptions(
		instamint.command('loans').description('list what customers owe, and where they repay it'),
	).action(async (given: OperatorArguments) => look(requests(given), given, context, describeInstamintLoans))

	withOperatorOptions(instamint.command('reconcile').description('take a repayment seen elsewhere off a loan'))
		.argument('<customer>', 'its id')
		.requiredOption('--repaid <amount>', 'what was repaid, such as "100 xUSDC"')
		.requiredOption('--reference <text>', 'identifies the repayment, such as its transaction; each counts once')
		.addHelpText(
			'after',
			'\nExample:\n  accord instamint reconcile 2 --repaid "100 xUSDC" --reference ethereum:0x5e1c4b8e…',
		)
		.action(async (customer: string, given: OperatorArguments & { repaid: string; reference: string }) => {
			const { repaid, reference } = given
			const repayment = { customerId: idOf(customer), repaid: repaidOf(repaid), reference }
			await act(requests(given).reconcile(repayment), given, context, describeInstamintLoans)
		})
}

async function look(requests: Requests, given: OperatorArguments, context: Context, describe: Describe): Promise<void> {
	const { terminal } = context
	const found = await withProgress(terminal, 'asking the service', requests.overview())
	const lines = (paint: Paint) => describe(found, { paint, nowMs: context.nowMs() })
	show(terminal, { json: given.json, value: OperatorInstamint.format(found), lines })
}

async function act(
	change: Promise<InstamintChange>,
	given: OperatorArguments,
	context: Context,
	describe: Describe = describeInstamintCustomers,
): Promise<void> {
	const { terminal } = context
	const changed = await withProgress(terminal, 'waiting for the ledger', change)
	const lines = (paint: Paint) => [
		...describe(changed, { paint, nowMs: context.nowMs() }),
		`committed in ${changed.transactionId}`,
	]
	show(terminal, { json: given.json, value: InstamintChange.format(changed), lines })
}

function idOf(text: string): number {
	return parseWholeNumber('customer', text, { min: 1, max: 999_999_999 })
}

function amountOf(name: string, text: string): string {
	return Decimal.format(decimalOf(name, text))
}

function decimalOf(name: string, text: string): Decimal {
	const amount = Decimal.tryParse(text)
	if (amount === undefined) throw new UsageError(`${name}: '${text}' is not a decimal number`)
	return amount
}

function priceOf(text: string): readonly [symbol: string, price: Decimal] {
	const [symbol = '', price, ...rest] = text.split('=')
	if (symbol === '' || price === undefined || rest.length > 0)
		throw new UsageError(`a price is a token and its value in XRD, such as xUSDC=20, not '${text}'`)
	return [symbol, decimalOf(symbol, price)]
}

function repaidOf(text: string): { symbol: string; amount: Decimal } {
	const [amount = '', symbol, ...rest] = text.trim().split(/\s+/)
	if (symbol === undefined || rest.length > 0)
		throw new UsageError(`--repaid must be an amount and a token, such as "100 xUSDC", not '${text}'`)
	return { symbol, amount: decimalOf('--repaid', amount) }
}
