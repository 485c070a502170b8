import { accessRuleManifest, GatewayClient, type KeyPair } from '@accord/ledger'
import {
	type Clock,
	Decimal,
	type Fee,
	type FeeInfo,
	type LimitOrder,
	type Pair,
	quoteFee,
	type Token,
	TradeError,
	totalWithdrawn,
} from '@accord/protocol'
import { DexClient } from '@accord/sdk'
import { MakerClient, type NewOrder, type NewOrderAnswer } from '@accord/sdk/maker'
import type { Log } from './log.ts'
import { Inventory } from './maker/inventory.ts'
import { judgeNewOrder } from './maker/judge-new-order.ts'
import { type Pricing, quoteBooks } from './maker/quote-books.ts'
import { type FillSigner, signFill } from './maker/sign-fill.ts'
import { repeat } from './repeat.ts'
import { seededRandom } from './seeded-random.ts'

export type ReferenceMakerOptions = Pricing & {
	flashUrl: string
	baseUrl: string
	gatewayUrl: string
	apiKey: string
	keyPair: KeyPair
	account: string
	networkId: number
	clock: Clock
	/** Gives the amounts their variety. */
	seed: number
	log: Log
}

export type ReferenceMaker = { stop(): Promise<void> }

/** What of the service's own words a maker needs; read once. */
type Terms = {
	tokens: ReadonlyMap<string, Token>
	pairs: readonly Pair[]
	feeInfo: FeeInfo
	level: number
	signer: FillSigner
}

// The service takes fills that live at least 10 s from receipt; the second and a bit above that is for the way there.
const fillLifetimeS = 12
const requoteEveryMs = 5_000

/**
 * A market maker that quotes around fixed prices whatever it holds, and fills what it quoted. It decides every fill from its own
 * prices and balances, signs only what it composed itself, and never promises the same token twice.
 */
export async function startReferenceMaker(options: ReferenceMakerOptions): Promise<ReferenceMaker> {
	const { clock, log } = options
	const dex = new DexClient({ baseUrl: options.baseUrl })
	const terms = await readTerms(dex, options)
	const inventory = new Inventory(() => readBalances(options, terms.tokens))
	const random = seededRandom(options.seed)
	const client = new MakerClient({
		flashUrl: options.flashUrl,
		apiKey: options.apiKey,
		onState: (state, detail) => log.info(`${state}${detail === undefined ? '' : `: ${detail}`}`),
		onFilled: (order, result) => filled(order, result),
		onError: (error, about) => log.warn(`${about}: ${messageOf(error)}`),
	})
	let epoch = 0

	const quoting = repeat({
		clock,
		everyMs: requoteEveryMs,
		onError: error => log.warn(`cannot quote: ${messageOf(error)}`),
		run: async () => {
			epoch = (await dex.networkStatus()).cur_epoch
			await inventory.refresh(clock.nowMs())
			const books = quoteBooks({ ...terms, balances: inventory.balances, pricing: options, random })
			for (const book of books) client.setPriceBook(book)
		},
	})

	function answer(order: NewOrder): NewOrderAnswer {
		const objection = judgeNewOrder(order, { ...terms, pricing: options })
		if (objection !== undefined) return refuse(order, objection)
		const fee = feeOf(order.fill, terms)
		const expiresAtS = Math.floor(clock.nowMs() / 1000) + fillLifetimeS
		const promised = { symbol: fee.symbol, amount: totalWithdrawn(order.fill.sell, fee) }
		// Ledger time may lag a little, so the promise outlives the fill.
		if (!inventory.reserve(order.id, { ...promised, untilMs: (expiresAtS + 30) * 1000 })) return refuse(order, 'funds')
		return signFill(terms.signer, { order: order.fill, fee, epoch, expiresAtS }).signedPartialTransaction
	}

	function refuse(order: NewOrder, reason: string): 'reject' {
		log.info(`refused ${describe(order.fill)}: ${reason}`)
		return 'reject'
	}

	function filled(order: NewOrder, result: { subintentId: string } | { error: unknown }): void {
		const fill = describe(order.fill)
		if ('subintentId' in result) {
			log.info(`filled ${fill}`)
			return
		}
		log.warn(`could not fill ${fill}: ${messageOf(result.error)}`)
		// After a lost connection the service may have it all the same: then the promise stands until it expires.
		if (isRefusal(result.error)) inventory.release(order.id)
	}

	async function watchFills(): Promise<void> {
		for await (const { orderId, change } of client.fillExecutions()) {
			if (change.kind !== 'completed') continue
			inventory.end(orderId)
			void quoting.now()
		}
	}

	await client.connect()
	client.onNewOrder(answer)
	const watching = watchFills().catch(error => log.warn(`fill log: ${messageOf(error)}`))
	await quoting.now()
	return {
		async stop() {
			await quoting.stop()
			client.close()
			await watching
		},
	}
}

async function readTerms(dex: DexClient, options: ReferenceMakerOptions): Promise<Terms> {
	const { account, keyPair, networkId } = options
	const [list, pairs, feeInfo, level] = await Promise.all([
		dex.tokens(),
		dex.tokenPairs(),
		dex.info(),
		dex.accountLevel(account),
	])
	const tokens = new Map(list.map(token => [token.symbol, token]))
	const verifyParentAccessRule = accessRuleManifest(feeInfo.verifyParentAccessRuleSborHex, networkId)
	return { tokens, pairs, feeInfo, level, signer: { account, keyPair, networkId, tokens, verifyParentAccessRule } }
}

async function readBalances(
	{ gatewayUrl, account }: ReferenceMakerOptions,
	tokens: ReadonlyMap<string, Token>,
): Promise<ReadonlyMap<string, Decimal>> {
	const { amounts } = await new GatewayClient({ url: gatewayUrl }).balances(account)
	const held = [...tokens.values()].map(({ symbol, resourceAddress }) => {
		return [symbol, Decimal.parse(amounts.get(resourceAddress) ?? '0')] as const
	})
	return new Map(held)
}

function feeOf({ sell }: LimitOrder, { feeInfo, level, tokens }: Terms): Fee {
	const divisibility = tokens.get(sell.symbol)?.divisibility ?? 0
	return quoteFee({ feeInfo, level, role: 'maker', sell, divisibility })
}

function isRefusal(error: unknown): boolean {
	return error instanceof TradeError && error.code !== 'connection_closed' && error.code !== 'request_timeout'
}

function describe({ sell, buy }: LimitOrder): string {
	return `${Decimal.format(sell.amount)} ${sell.symbol} for ${Decimal.format(buy.amount)} ${buy.symbol}`
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error)
}
