// A market maker in one file: quotes XRD/xUSDC on the running local network, and fills the orders that match its book.
// In the clone: npm run example -- maker. In a project of yours: node maker.mjs [network.json]
import { readFileSync } from 'node:fs'
import { loadCodec } from '@accord/codec'
import { Decimal, DexClient } from '@accord/sdk'
import { checkFill, SignerTerms } from '@accord/sdk/codec'
import { MakerClient } from '@accord/sdk/maker'
import { keyOf } from './ed25519.mjs'

const { ACCORD_NETWORK, ACCORD_DATA = '.accord' } = process.env
const file = process.argv[2] ?? ACCORD_NETWORK ?? `${ACCORD_DATA}/network.json`
const network = JSON.parse(readFileSync(file, 'utf8'))
const networkId = network.network_id
const account = network.makers.find(({ bot, curve }) => !bot && curve === 'Ed25519')
const { signHash } = keyOf(account)
// What we know for ourselves: the tokens' addresses, and the key that settles. A program of yours keeps it in a file of its own.
const terms = SignerTerms.parse(network.signer_terms)
const levels = price => [{ price: Decimal.parse(price), amount: Decimal.parse('10000') }]
const book = { pair: { base: 'XRD', quote: 'xUSDC' }, bids: levels('0.04995'), asks: levels('0.05005') }

const codec = await loadCodec()
const dex = new DexClient({ baseUrl: network.base_url })
const level = await dex.accountLevel(account.address)

// The service says what to pay, the check says whether it may cost that; and nothing is signed that is not at our prices.
async function signFill(order) {
	// By the service's clock, since this computer's may be off.
	const nowMs = maker.serviceNowMs()
	// Fees may change while this runs.
	const [feeInfo, { epoch }] = await Promise.all([dex.info(), dex.networkStatus()])
	const toSign = checkFill(order, { terms, account: account.address, feeInfo, level, books: [book], nowMs })
	const window = { startEpoch: epoch, endEpoch: epoch + 2, maxTimestampS: Math.floor(nowMs / 1000) + 13 }
	const header = codec.intentHeader({ networkId, window })
	const { subintent, subintentHash } = codec.compileSubintent({
		manifest: codec.manifestToSign(toSign, networkId),
		header,
	})
	return codec.attachSignatures({ subintent, signatures: [signHash(subintentHash)], networkId })
		.signedPartialTransaction
}

const maker = new MakerClient({
	flashUrl: network.flash_url,
	apiKey: account.api_key,
	onError: console.error,
	onState: (state, detail) => console.error(state, detail ?? ''),
	// Our prices stay the same; yours may have moved.
	onBooksWithdrawn: () => maker.setPriceBook(book),
})
await maker.connect()
maker.onNewOrder(signFill)
maker.setPriceBook(book)
for await (const { sequenceNumber, outcome } of maker.fillExecutions({ from: 1 })) {
	console.log(sequenceNumber, outcome ?? 'started')
	// What has settled stays subtracted from a book until the next one.
	if (outcome === 'Settled') maker.setPriceBook(book)
}
