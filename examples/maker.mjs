// A market maker in one file: quotes XRD/xUSDC on the running local network and fills every order it receives.
// node maker.mjs [network.json]
import { readFileSync } from 'node:fs'
import { loadCodec } from '@accord/codec'
import { composeLimitOrderManifest, quoteFee } from '@accord/protocol'
import { DexClient } from '@accord/sdk'
import { MakerClient } from '@accord/sdk/maker'
import { keyOf } from './ed25519.mjs'

const network = JSON.parse(readFileSync(process.argv[2] ?? '.accord/network.json', 'utf8'))
const networkId = network.network_id
const account = network.makers.find(({ bot, curve }) => !bot && curve === 'ed25519')
const { signHash } = keyOf(account)

const codec = await loadCodec()
const dex = new DexClient({ baseUrl: network.base_url })
const [feeInfo, tokens, level] = await Promise.all([dex.info(), dex.tokens(), dex.accountLevel(account.address)])

function token(symbol) {
	const found = tokens.find(each => each.symbol === symbol)
	if (found === undefined) throw new Error(`no token ${symbol}`)
	return found
}

const inResource = ({ symbol, amount }) => ({ resource: token(symbol).resourceAddress, amount })

async function signFill({ fill }) {
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
	const signatures = [signHash(subintentHash)]
	return codec.attachSignatures({ subintent, signatures, networkId }).signedPartialTransaction
}

const levels = price => [{ price, amount: '10000' }]
const maker = new MakerClient({ flashUrl: network.flash_url, apiKey: account.api_key, onError: console.error })
await maker.connect()
maker.onNewOrder(signFill)
maker.setPriceBook({ pair: { base: 'XRD', quote: 'xUSDC' }, bids: levels('0.04995'), asks: levels('0.05005') })
for await (const { sequenceNumber, outcome } of maker.fillExecutions({ from: 1 }))
	console.log(sequenceNumber, outcome ?? 'started')
