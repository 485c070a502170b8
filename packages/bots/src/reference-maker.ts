import type { KeyPair } from '@accord/ledger'
import type { Clock } from '@accord/protocol'
import { DexClient } from '@accord/sdk'
import { MakerClient } from '@accord/sdk/maker'
import { type Log, messageOf } from './log.ts'
import { FillDesk } from './maker/fill-desk.ts'
import { Inventory } from './maker/inventory.ts'
import { balanceReader, type MakerTerms, readMakerTerms } from './maker/maker-terms.ts'
import { type Pricing, quoteBooks } from './maker/quote-books.ts'
import { type Repeated, repeat } from './repeat.ts'
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

const requoteEveryMs = 5_000

/**
 * A market maker that quotes around fixed prices whatever it holds, and fills what it quoted. It decides every fill from its own
 * prices and balances, signs only what it composed itself, and never promises the same token twice. Resolves once it quotes.
 */
export async function startReferenceMaker(options: ReferenceMakerOptions): Promise<ReferenceMaker> {
	const dex = new DexClient({ baseUrl: options.baseUrl })
	const terms = await readMakerTerms(dex, options)
	const inventory = new Inventory(balanceReader({ ...options, ...terms }))
	const desk = new FillDesk({ ...options, terms, inventory, pricing: options, signer: { ...options, ...terms } })
	const client = makerClient(options, desk)
	const quoting = startQuoting({ options, dex, terms, inventory, desk, client })
	await client.connect()
	client.onNewOrder(order => desk.answer(order))
	const watching = watchFills({ client, inventory, quoting }).catch(error => {
		options.log.warn(`the fill log ended: ${messageOf(error)}`)
	})
	await quoting.now()
	return {
		async stop() {
			await quoting.stop()
			client.close()
			await watching
		},
	}
}

function makerClient({ flashUrl, apiKey, log }: ReferenceMakerOptions, desk: FillDesk): MakerClient {
	return new MakerClient({
		flashUrl,
		apiKey,
		onState: (state, detail) => log.info(detail === undefined ? state : `${state}: ${detail}`),
		onFilled: (order, result) => desk.filled(order, result),
		onError: (error, about) => log.warn(`${about}: ${messageOf(error)}`),
	})
}

/** Quotes from what the account holds, again and again. */
function startQuoting(maker: {
	options: ReferenceMakerOptions
	dex: DexClient
	terms: MakerTerms
	inventory: Inventory
	desk: FillDesk
	client: MakerClient
}): Repeated {
	const { options, dex, terms, inventory, desk, client } = maker
	const random = seededRandom(options.seed)
	return repeat({
		clock: options.clock,
		everyMs: requoteEveryMs,
		onError: error => options.log.warn(`cannot quote: ${messageOf(error)}`),
		run: async () => {
			desk.epoch = (await dex.networkStatus()).cur_epoch
			await inventory.refresh(options.clock.nowMs())
			const books = quoteBooks({ ...terms, balances: inventory.balances, pricing: options, random })
			for (const book of books) client.setPriceBook(book)
		},
	})
}

/** Every fill that ended has changed the balances, or given back what was promised: so quote anew. */
async function watchFills(maker: { client: MakerClient; inventory: Inventory; quoting: Repeated }): Promise<void> {
	for await (const { orderId, change } of maker.client.fillExecutions()) {
		if (change.kind !== 'completed') continue
		maker.inventory.end(orderId)
		void maker.quoting.now()
	}
}
