import { type Amount, Decimal, type LimitOrder, type Pair, type Side, TradeError } from '@accord/protocol'
import { z } from 'zod'
import type { DenyHookConfig } from '../config/deny-hook-settings.ts'
import { histogram } from '../metrics/metrics.ts'
import type { Platform } from '../platform/platform.ts'
import { FairQueue } from '../queues/fair-queue.ts'

// The guarantee: with a hook, an order is accepted only if the hook has just answered that it is not denied, or did not
// answer and the operator chose to accept orders then. Nothing is written and no preview spent before. Answers are not
// kept: each is about one order's amounts.

const hookSeconds = histogram(
	'accord_deny_hook_seconds',
	'Time until the deny hook answered, by its answer',
	'answer',
	['allowed', 'denied', 'silent'],
)

/** What the hook is told about an order: everything but its signatures. */
export type ScreenedOrder = {
	/** Absent for an order that is not signed yet. */
	readonly subintentId?: string | undefined
	readonly account: string
	/** The accounts whose funds it takes. */
	readonly payers: readonly string[]
	readonly pair: Pair
	readonly side: Side
	readonly limitOrder: LimitOrder
}

type Asking = { readonly purpose: 'order' | 'check' | 'doctor'; readonly client: string }
type Answer = { readonly deny: boolean; readonly reason?: string | undefined }

const answerBytesMax = 4_096
const reasonMax = 256
const retryAfterS = 5
/** How many may wait for a call, for each that may be in progress. */
const waitingPerCall = 4

const answerWire = z.object({ deny: z.boolean(), reason: z.string().optional() })

/** Asks the operator's hook whether to deny an order. */
export class DenyHook {
	readonly #hook: DenyHookConfig
	readonly #platform: Pick<Platform, 'log' | 'market' | 'metrics'>
	readonly #waiting: FairQueue<(isNext: boolean) => void>
	#inProgress = 0

	constructor(hook: DenyHookConfig, platform: Pick<Platform, 'log' | 'market' | 'metrics'>) {
		this.#hook = hook
		this.#platform = platform
		this.#waiting = new FairQueue({ capacity: hook.atOnce * waitingPerCall })
	}

	/** @throws TradeError `order_denied`, or `orders_paused` if the hook does not answer and orders are refused then */
	async requireAllowed(order: ScreenedOrder, asking: Asking): Promise<void> {
		const { log, metrics } = this.#platform
		const { account, subintentId } = order
		const startMs = performance.now()
		const count = (answer: 'allowed' | 'denied' | 'silent') =>
			metrics.observe(hookSeconds, answer, performance.now() - startMs)
		let answer: Answer
		try {
			answer = await this.ask(order, asking)
		} catch (error) {
			count('silent')
			log.warn({ err: error, order: subintentId, account }, 'the deny hook did not answer')
			if (this.#hook.whenSilent === 'accept') return
			const extra = { retry_after_s: retryAfterS }
			throw new TradeError('orders_paused', 'the operator’s check of orders does not answer', { extra })
		}
		count(answer.deny ? 'denied' : 'allowed')
		if (!answer.deny) return
		const reason = answer.reason?.slice(0, reasonMax)
		log.info({ order: subintentId, account, reason }, 'the deny hook denied an order')
		throw new TradeError('order_denied', 'the operator does not accept orders like this one')
	}

	/** The hook's answer. @throws Error saying why there is none */
	async ask(order: ScreenedOrder, { purpose, client }: Asking): Promise<Answer> {
		const signal = AbortSignal.timeout(this.#hook.timeoutMs)
		await this.#turn(client, signal)
		try {
			return await this.#post(JSON.stringify({ purpose, ...this.#describe(order) }), signal)
		} catch (error) {
			throw signal.aborted ? new Error(`no answer within ${this.#hook.timeoutMs} ms`) : error
		} finally {
			this.#release()
		}
	}

	/** Resolves once a call may begin. Clients take turns. */
	async #turn(client: string, signal: AbortSignal): Promise<void> {
		if (this.#inProgress < this.#hook.atOnce) {
			this.#inProgress += 1
			return
		}
		const { promise, resolve } = Promise.withResolvers<boolean>()
		let isOver = false
		const end = (isNext: boolean) => {
			// A turn that comes too late goes to the next one.
			if (isNext && isOver) this.#release()
			isOver = true
			resolve(isNext)
		}
		signal.addEventListener('abort', () => end(false), { once: true })
		this.#waiting.push(client, end)?.(false)
		if (!(await promise)) throw new Error(`all ${this.#hook.atOnce} calls were in progress`)
	}

	#release(): void {
		this.#inProgress -= 1
		const next = this.#waiting.shift()
		if (next === undefined) return
		this.#inProgress += 1
		next(true)
	}

	async #post(body: string, signal: AbortSignal): Promise<Answer> {
		const { url, secret } = this.#hook
		const authorization = secret === undefined ? {} : { authorization: `Bearer ${secret}` }
		const headers = { 'content-type': 'application/json', accept: 'application/json', ...authorization }
		const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
		const text = await textUpTo(response, answerBytesMax)
		if (response.status !== 200) throw new Error(`expected status 200, found ${response.status}`)
		const read = answerWire.safeParse(parseJson(text))
		if (read.success) return read.data
		throw new Error('expected {"deny": true} or {"deny": false}')
	}

	#describe({ subintentId, account, payers, pair, side, limitOrder: { sell, buy } }: ScreenedOrder) {
		const { market } = this.#platform
		const tokens = new Map(market.tokens.map(({ symbol, resourceAddress }) => [symbol, resourceAddress]))
		const amountOf = ({ symbol, amount }: Amount) => {
			return { symbol, resource_address: tokens.get(symbol), amount: Decimal.format(amount) }
		}
		return {
			network_id: market.networkId,
			...(subintentId === undefined ? {} : { subintent_id: subintentId }),
			account,
			payers,
			pair: { base: pair.base, quote: pair.quote },
			side: side === 'bids' ? 'sell' : 'buy',
			sell: amountOf(sell),
			buy: amountOf(buy),
		}
	}
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}

/** @throws Error if the body is longer */
async function textUpTo({ body }: Response, bytesMax: number): Promise<string> {
	const chunks: Uint8Array[] = []
	let length = 0
	for await (const chunk of body ?? []) {
		length += chunk.length
		if (length > bytesMax) throw new Error(`the answer is longer than ${bytesMax} bytes`)
		chunks.push(chunk)
	}
	return Buffer.concat(chunks).toString('utf8')
}
