// A market maker in one file: quotes XRD/xUSDC on the running local network and fills every order that it is sent.
// node --conditions=accord-source examples/maker.ts [network.json]
import { readFileSync } from 'node:fs'
import { loadCodec } from '@accord/codec'
import { type Amount, composeLimitOrderManifest, Decimal, quoteFee } from '@accord/protocol'
import { DexClient } from '@accord/sdk'
import { MakerClient, type NewOrder } from '@accord/sdk/maker'
import { ed25519 } from '@noble/curves/ed25519.js'

const network = JSON.parse(readFileSync(process.argv[2] ?? '.accord/network.json', 'utf8'))
const networkId: number = network.network_id
const account = network.makers.find((maker: { bot: boolean }) => !maker.bot)
const privateKey = Buffer.from(account.private_key_hex, 'hex')
const publicKey = Buffer.from(ed25519.getPublicKey(privateKey)).toString('hex')

const codec = await loadCodec()
const dex = new DexClient({ baseUrl: network.base_url })
const [feeInfo, tokens, level] = await Promise.all([dex.info(), dex.tokens(), dex.accountLevel(account.address)])

function token(symbol: string) {
	const found = tokens.find(each => each.symbol === symbol)
	if (found === undefined) throw new Error(`no token ${symbol}`)
	return found
}

const inResource = ({ symbol, amount }: Amount) => ({ resource: token(symbol).resourceAddress, amount })

async function signFill({ fill }: NewOrder): Promise<string> {
	const { sell, buy } = fill
	const manifest = composeLimitOrderManifest({
		account: account.address,
		sell: inResource(sell),
		buy: inResource(buy),
		fee: quoteFee({ feeInfo, level, role: 'maker', sell, divisibility: token(sell.symbol).divisibility }),
		verifyParentAccessRule: codec.accessRuleManifest(feeInfo.verifyParentAccessRuleSborHex, networkId),
	})
	const { epoch } = await dex.networkStatus()
	const window = { startEpoch: epoch, endEpoch: epoch + 2, maxTimestampS: Math.floor(Date.now() / 1000) + 12 }
	const header = codec.intentHeader({ networkId, window })
	const { subintent, subintentHash } = codec.compileSubintent({ manifest, header })
	const signature = Buffer.from(ed25519.sign(Buffer.from(subintentHash, 'hex'), privateKey)).toString('hex')
	const signatures = [{ curve: 'Ed25519' as const, publicKey, signature }]
	return codec.attachSignatures({ subintent, signatures, networkId }).signedPartialTransaction
}

const levels = (price: string) => [{ price: Decimal.parse(price), amount: Decimal.parse('10000') }]
const maker = new MakerClient({ flashUrl: network.flash_url, apiKey: account.api_key, onError: console.error })
await maker.connect()
maker.onNewOrder(signFill)
maker.setPriceBook({ pair: { base: 'XRD', quote: 'xUSDC' }, bids: levels('0.04995'), asks: levels('0.05005') })
for await (const { sequenceNumber, outcome } of maker.fillExecutions({ from: 1 }))
	console.log(sequenceNumber, outcome ?? 'started')
