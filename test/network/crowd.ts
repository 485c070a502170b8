import { readSubintent } from '@accord/ledger'
import { isTerminalOrderState, type OrderState, type OrderStatus, TradeError } from '@accord/protocol'
import { ConnectionError, type DexClient, type SwapRequest, type TradeStep } from '@accord/sdk'
import type { Participant } from './participant.ts'
import { amount } from './test-user.ts'

/** One trade of a crowd, as far as its trader got. */
export type CrowdTrade = {
	trader: Participant
	swap: SwapRequest
	subintentId?: string
	signedPartialTransaction?: string
	/** The service has acknowledged the order. */
	isAcknowledged: boolean
	/** What the trader was shown last. */
	status?: OrderStatus
	/**
	 * How it ended for the trader: the order's last state, or the code of the refusal. Absent while it runs, or when no one
	 * answers any more.
	 */
	ending?: OrderState | TradeError['code']
}

/** Many users who trade at once, each as a DEX would: quote, compose, create, sign, submit, follow. */
export type Crowd = {
	/** All trades started, in order. */
	trades: CrowdTrade[]
	/** Resolves when the last trade has ended. */
	ended: Promise<void>
	/** Starts no further trade and stops following all. */
	leave: () => void
}

export type CrowdOptions = {
	traders: readonly Participant[]
	trades: number
	atOnce: number
	networkId: number
	expiresInSeconds?: number
}

/** Starts a number of trades, some at once; traders take turns, as do pairs, sides and which amount is fixed, sold or bought. */
export function startCrowd(dex: DexClient, options: CrowdOptions): Crowd {
	const left = new AbortController()
	const trades: CrowdTrade[] = []
	const work = async () => {
		while (trades.length < options.trades && !left.signal.aborted) {
			const trade = tradeNumber(trades.length, options.traders)
			trades.push(trade)
			await run(trade, { dex, signal: left.signal, ...options })
		}
	}
	const ended = Promise.all(Array.from({ length: options.atOnce }, work)).then(() => undefined)
	return { trades, ended, leave: () => left.abort() }
}

/** The acknowledged trades that have not ended, as far as their traders know. */
export function openTrades({ trades }: Crowd): CrowdTrade[] {
	return trades.filter(({ isAcknowledged, ending }) => isAcknowledged && ending === undefined)
}

/** The number of trades by outcome. */
export function countEndings({ trades }: Pick<Crowd, 'trades'>): Record<string, number> {
	const counts: Record<string, number> = {}
	for (const { ending = 'nothing' } of trades) counts[ending] = (counts[ending] ?? 0) + 1
	return counts
}

function tradeNumber(at: number, traders: readonly Participant[]): CrowdTrade {
	const trader = traders[at % traders.length]
	if (trader === undefined) throw new Error('the crowd has no traders')
	return { trader, swap: swapNumber(at), isAcknowledged: false }
}

const bases = ['XRD', 'xwBTC', 'xETH', 'xUSDT']
const sizes: Record<string, string[]> = {
	XRD: ['100', '123.456789012345678901', '250'],
	xwBTC: ['0.001', '0.00123456', '0.0007'],
	xETH: ['0.02', '0.012345678901234567', '0.03'],
	xUSDT: ['50', '61.234567', '40'],
}

function swapNumber(at: number): SwapRequest {
	const base = bases[at % 4] ?? 'XRD'
	const size = amount(`${sizes[base]?.[at % 3]} ${base}`)
	return Math.floor(at / 4) % 2 === 0 ? { sell: size, buy: 'xUSDC' } : { sell: 'xUSDC', buy: size }
}

type RunOptions = { dex: DexClient; signal: AbortSignal; networkId: number; expiresInSeconds?: number }

async function run(trade: CrowdTrade, { dex, signal, networkId, expiresInSeconds = 45 }: RunOptions): Promise<void> {
	const { swap, trader } = trade
	try {
		await dex.trade({
			...swap,
			account: trader.account,
			expiresInSeconds,
			signal,
			sign: ({ subintent }) => trader.keyPair.sign(readSubintent(subintent, networkId).subintentHash),
			onStep: step => note(trade, step),
		})
	} catch (error) {
		if (error instanceof TradeError) trade.ending = error.code
		else if (!(error instanceof ConnectionError)) throw error
	}
}

function note(trade: CrowdTrade, step: TradeStep): void {
	if (step.step === 'created') trade.subintentId = step.subintent.subintentId
	if (step.step === 'signed') trade.signedPartialTransaction = step.signedPartialTransaction
	if (step.step === 'submitted') trade.isAcknowledged = true
	if (step.step !== 'state') return
	trade.status = step.status
	if (isTerminalOrderState(step.status.state)) trade.ending = step.status.state
}
