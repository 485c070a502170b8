import { setTimeout as pause } from 'node:timers/promises'
import { GatewayClient, GatewayError, keyPairFromPrivateKey, signSubintent } from '@accord/ledger'
import { type Amount, Decimal, defaultExpiresInSeconds, type NetworkFile, type OrderStatus } from '@accord/protocol'
import { ConnectionError, DexClient, type SubintentToSign, type SwapRequest, type TradeStep } from '@accord/sdk'
import { checkSubintent } from '@accord/sdk/codec'
import { describeError, exitCodeOf, exitCodes } from '../errors.ts'
import { readNetworkFile } from '../network/network-file.ts'
import { forTerminal } from '../terminal/foreign-text.ts'
import { finishOrder, isUnanswered, type UnansweredOrder } from './finish-order.ts'
import { describeStep, unknownEnd } from './trade-text.ts'

export type TradeOptions = {
	readonly swap: SwapRequest
	readonly networkFile: string
	/** A user's name, or a number from 1. */
	readonly user: string
	readonly slippage: string | undefined
	readonly largeSlippage: boolean
	/** If absent, a swap of an exact amount sold trades at the book's price. */
	readonly atLeast: Decimal | undefined
	/** If absent, a swap of an exact amount bought trades at the book's price. */
	readonly atMost: Decimal | undefined
}

/**
 * Does in one command what a DEX and its user's wallet do, and resolves with the exit code: 0 only if the ledger
 * committed the trade.
 */
export async function runTrade(options: TradeOptions): Promise<number> {
	const network = readNetworkFile(options.networkFile)
	const user = findUser(network, options.user)
	const print = stopwatch()
	print('user', `${user.name} ${user.address}`)
	const before = await firstBalances(network, { user, options })
	printBalances(print, before)
	try {
		const status = await tradeOnce({ network, user, options, print })
		if (status === undefined) return exitCodes.unknown.code
		// The trade has ended, whether or not the Gateway shows what it changed.
		const after = await readBalances(network, user.address).catch(error =>
			print('after', describeError(error)[0] ?? ''),
		)
		if (after !== undefined) printBalances(print, after, before)
		return status.state === 'settled' ? exitCodes.ok.code : exitCodes.failed.code
	} catch (error) {
		const isRefusal = !(error instanceof ConnectionError)
		for (const line of describeError(error)) print(isRefusal ? 'refused' : 'no answer', line)
		return isRefusal ? exitCodes.failed.code : exitCodeOf(error)
	}
}

type User = NetworkFile['users'][number]
type Print = (step: string, text: string) => void
type Trade = {
	readonly network: NetworkFile
	readonly user: User
	readonly options: TradeOptions
	readonly print: Print
}

/**
 * Signs one order, and no second one after a refusal: until the first one expires, only the service's word says that it
 * will not be settled. Resolves with undefined if the order was sent and its end is not known.
 */
async function tradeOnce({ network, user, options, print }: Trade): Promise<OrderStatus | undefined> {
	const client = new DexClient({ baseUrl: network.baseUrl })
	const { swap, slippage, largeSlippage, atLeast, atMost } = options
	const { onStep, sentOrder } = followedSteps(print)
	try {
		const { status } = await client.trade({
			...swap,
			...(slippage !== undefined && { slippage, largeSlippage }),
			...(atLeast !== undefined && { atLeast }),
			...(atMost !== undefined && { atMost }),
			...((typeof swap.buy === 'string' ? atLeast : atMost) === undefined && { anyPrice: true as const }),
			account: user.address,
			expiresInSeconds: defaultExpiresInSeconds,
			sign: toSign => checkAndSign({ network, user, toSign, print }),
			onStep,
		})
		return status
	} catch (error) {
		const order = sentOrder()
		if (order === undefined || !(order.isAccepted || isUnanswered(error))) throw error
		print('no answer', `${describeError(error)[0]}; ${order.isAccepted ? 'following it' : 'sending it again'}`)
		const status = await finishOrder(order, {
			client,
			clock: { nowMs: () => Date.now(), pause },
			onAccepted: () => onStep({ step: 'submitted', subintentId: order.subintentId }),
			onStatus: status => onStep({ step: 'state', status }),
		})
		if (status === undefined) print('unknown', unknownEnd({ ...order, ...sentOrder(), baseUrl: network.baseUrl }))
		return status
	}
}

type OnStep = (step: TradeStep) => void

/** Prints each new step, and remembers the order once it is signed. */
function followedSteps(print: Print): { onStep: OnStep; sentOrder: () => UnansweredOrder | undefined } {
	let created: { subintentId: string; expiresAtS: number } | undefined
	let order: UnansweredOrder | undefined
	let state: string | undefined
	const onStep = (step: TradeStep) => {
		if (step.step === 'created') created = step.subintent
		if (step.step === 'signed' && created !== undefined) {
			const { subintentId, expiresAtS } = created
			const { signedPartialTransaction } = step
			order = { subintentId, expiresAtS, signedPartialTransaction, isAccepted: false }
		}
		if (step.step === 'submitted' && order !== undefined) order = { ...order, isAccepted: true }
		if (step.step === 'state' && step.status.state === state) return
		if (step.step === 'state') state = step.status.state
		for (const [name, text] of describeStep(step)) print(name, text)
	}
	return { onStep, sentOrder: () => order }
}

type ToSign = { network: NetworkFile; user: User; toSign: SubintentToSign; print: Print }

async function checkAndSign({ network, user, toSign, print }: ToSign): Promise<string> {
	const { networkId } = network
	const subintent = await checkSubintent(toSign, network.signerTerms)
	print('checked', `every instruction and the header are as requested; hash ${subintent.subintentHash}`)
	const keyPair = keyPairFromPrivateKey(user)
	return signSubintent({ subintent, keyPairs: [keyPair], networkId }).signedPartialTransaction
}

function findUser({ users }: NetworkFile, wanted: string): User {
	const user = /^\d+$/.test(wanted) ? users[Number(wanted) - 1] : users.find(({ name }) => name === wanted)
	if (user === undefined) throw new Error(`no user ${wanted}: --user must be 1 to ${users.length}, or a name`)
	return user
}

/** A network that was killed leaves its file behind, but does not answer. */
async function firstBalances(
	network: NetworkFile,
	{ user, options }: Pick<Trade, 'user' | 'options'>,
): Promise<Amount[]> {
	try {
		return await readBalances(network, user.address)
	} catch (error) {
		if (!(error instanceof GatewayError) || error.kind !== 'unavailable') throw error
		throw new Error(
			`the network in ${options.networkFile} does not answer at ${network.gatewayUrl}: restart it (npm start)`,
		)
	}
}

async function readBalances({ gatewayUrl, tokens }: NetworkFile, address: string): Promise<Amount[]> {
	const { amounts } = await new GatewayClient({ url: gatewayUrl }).balances(address)
	return tokens.map(({ symbol, resourceAddress }) => {
		return { symbol, amount: Decimal.parse(amounts.get(resourceAddress) ?? '0') }
	})
}

function printBalances(print: Print, balances: readonly Amount[], before?: readonly Amount[]): void {
	for (const [i, { symbol, amount }] of balances.entries()) {
		const change = Decimal.subtract(amount, before?.[i]?.amount ?? amount)
		if (before === undefined) print('before', `${Decimal.format(amount)} ${symbol}`)
		else
			print(
				'after',
				`${Decimal.format(amount)} ${symbol}${change === 0n ? '' : ` (${change > 0n ? '+' : ''}${Decimal.format(change)})`}`,
			)
	}
}

function stopwatch(): Print {
	const startMs = performance.now()
	return (step, text) => {
		const seconds = ((performance.now() - startMs) / 1000).toFixed(3).padStart(7)
		process.stdout.write(`${forTerminal(`${seconds} s  ${step.padEnd(14)} ${text}`)}\n`)
	}
}
