import { GatewayClient, type KeyPair, readInstamint } from '@accord/ledger'
import type { Clock, SignerTerms } from '@accord/protocol'
import { DexClient } from '@accord/sdk'
import { MakerClient } from '@accord/sdk/maker'
import { type Log, messageOf } from './log.ts'
import { Credit, type InstamintTerms } from './maker/credit.ts'
import { FillHandler } from './maker/fill-handler.ts'
import { Inventory } from './maker/inventory.ts'
import { MakerPrices } from './maker/maker-prices.ts'
import {
	balanceReader,
	type MakerTerms,
	readMakerTerms,
	type TermsOfService,
	termsOfService,
} from './maker/maker-terms.ts'
import { type Pricing, quoteBooks } from './maker/pricing.ts'
import { type RepaymentOptions, repay } from './maker/repayment.ts'
import { type Repeated, repeat } from './repeat.ts'
import { seededRandom } from './seeded-random.ts'

export type ReferenceMakerOptions = Pricing & {
	readonly flashUrl: string
	readonly baseUrl: string
	readonly gatewayUrl: string
	readonly apiKey: string
	readonly keyPair: KeyPair
	readonly account: string
	readonly networkId: number
	/** Its own knowledge of the tokens, the fees and the service's key. */
	readonly signerTerms: SignerTerms
	readonly clock: Clock
	/** Seeds the variation of the amounts. */
	readonly seed: number
	/** Seeds a random walk of the prices that starts at `midPrices`; if absent, they stay the same. */
	readonly walkSeed?: number | undefined
	readonly log: Log
	/** The maker mints what it lacks up to these levels, and repays any surplus. */
	readonly instamint?: InstamintTerms | undefined
}

export type ReferenceMaker = { stop(): Promise<void> }

const requoteEveryMs = 5_000
const repayEveryMs = 60_000

/**
 * A market maker that quotes around its own prices, whatever it holds, and fills what it quoted. It decides every fill
 * from its own prices and balances, signs only what it composed itself, and never promises the same token twice. Resolves
 * once it quotes.
 */
export async function startReferenceMaker(options: ReferenceMakerOptions): Promise<ReferenceMaker> {
	const dex = new DexClient({ baseUrl: options.baseUrl })
	const terms = await termsOfService(() => readMakerTerms(dex, options), options)
	const gateway = new GatewayClient({ url: options.gatewayUrl })
	const instamint = options.instamint && creditOf(options.instamint, { options, terms: terms.current, gateway })
	const readBalances = balanceReader({ ...options, ...terms.current, gateway })
	const inventory = new Inventory(async () => {
		await instamint?.credit.refresh()
		return readBalances()
	})
	const prices = new MakerPrices(options, options.walkSeed)
	const handler = new FillHandler({ ...options, terms, inventory, prices, signing: options, instamint })
	const client = makerClient(options, handler)
	const quoting = startQuoting({ options, dex, terms, inventory, prices, handler, client, credit: instamint?.credit })
	const repaying = instamint && startRepaying({ ...options, ...instamint, inventory, gateway })
	await client.connect()
	client.onNewOrder(order => handler.answer(order))
	const watching = watchFills({ client, inventory, quoting }).catch(error => {
		options.log.warn(`the fill log ended: ${messageOf(error)}`)
	})
	await quoting.now()
	return {
		async stop() {
			await repaying?.stop()
			await quoting.stop()
			client.close()
			await watching
		},
	}
}

function makerClient({ flashUrl, apiKey, log }: ReferenceMakerOptions, handler: FillHandler): MakerClient {
	return new MakerClient({
		flashUrl,
		apiKey,
		onState: (state, detail) => log.info(detail === undefined ? state : `${state}: ${detail}`),
		onFilled: (order, result) => handler.filled(order, result),
		onError: (error, about) => log.warn(`${about}: ${messageOf(error)}`),
	})
}

/** Quotes the account's holdings every few seconds. */
function startQuoting(maker: {
	readonly options: ReferenceMakerOptions
	readonly dex: DexClient
	readonly terms: TermsOfService
	readonly inventory: Inventory
	readonly prices: MakerPrices
	readonly handler: FillHandler
	readonly client: MakerClient
	readonly credit: Credit | undefined
}): Repeated {
	const { options, dex, terms, inventory, prices, handler, client, credit } = maker
	const random = seededRandom(options.seed)
	return repeat({
		clock: options.clock,
		everyMs: requoteEveryMs,
		onError: error => options.log.warn(`cannot quote: ${messageOf(error)}`),
		run: async () => {
			handler.epoch = (await dex.networkStatus()).epoch
			await terms.refresh(options.clock.nowMs())
			await inventory.refresh(options.clock.nowMs())
			const balances = credit?.offered(inventory.balances, inventory.minting()) ?? inventory.balances
			prices.moveOn(options.clock.nowMs())
			const books = quoteBooks({ ...terms.current, balances, pricing: prices.current, random })
			for (const book of books) client.setPriceBook(book)
		},
	})
}

function creditOf(
	instamint: InstamintTerms,
	{ options, terms, gateway }: { options: ReferenceMakerOptions; terms: MakerTerms; gateway: GatewayClient },
) {
	const place = { component: instamint.component, networkId: options.networkId }
	const read = () => readInstamint(gateway, place)
	return { terms: instamint, credit: new Credit({ ...options, ...terms, terms: instamint, read }) }
}

/** Repays any stock above its levels every minute. */
function startRepaying(options: RepaymentOptions & { readonly clock: Clock }): Repeated {
	const { clock, log } = options
	const repaying = repeat({
		clock,
		everyMs: repayEveryMs,
		onError: error => log.warn(`cannot repay: ${messageOf(error)}`),
		run: () => repay(options),
	})
	void repaying.now()
	return repaying
}

/** Every fill that ended has changed the balances or freed a promise, so the books are quoted again. */
async function watchFills(maker: {
	readonly client: MakerClient
	readonly inventory: Inventory
	readonly quoting: Repeated
}): Promise<void> {
	for await (const { orderId, outcome } of maker.client.fillExecutions()) {
		if (outcome === undefined) continue
		maker.inventory.end(orderId)
		void maker.quoting.now()
	}
}
