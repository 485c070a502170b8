import assert from 'node:assert/strict'
import {
	accessRuleManifest,
	createSubintent,
	type Header,
	intentHeader,
	type KeyPair,
	signSubintent,
} from '@accord/ledger'
import { type Amount, composeLimitOrderManifest, type LimitOrder, quoteFee } from '@accord/protocol'
import { type Participant, participant } from './participant.ts'
import { type TestNetwork, testNetworkId } from './test-network.ts'
import { limitOrder } from './test-user.ts'

/** How an order differs from a valid one. */
export type OrderFaults = {
	order?: LimitOrder
	/** Changes the manifest, one instruction per line. */
	edit?: (lines: string[]) => string[]
	header?: Partial<Header>
	message?: string
	keyPairs?: readonly KeyPair[]
	/** With a subintent below it. */
	child?: boolean
}

/** One user's orders that no one should sign, built byte by byte. */
export class OrderCraft {
	readonly #network: TestNetwork
	readonly user: Participant

	constructor(network: TestNetwork, user: Participant | undefined) {
		assert.ok(user !== undefined, 'the network has no such user')
		this.#network = network
		this.user = user
	}

	/** The bytes of an order for 100 XRD at 5 xUSDC, apart from its differences. */
	order({
		order,
		edit = lines => lines,
		header = {},
		message,
		keyPairs = [this.user.keyPair],
		child = false,
	}: OrderFaults = {}) {
		const full = { ...this.#header(), ...header }
		const added = child ? this.#child(full) : undefined
		const lines = edit(this.#lines(order ?? limitOrder({ sell: '100 XRD', buy: '5 xUSDC' })))
		const manifest = [...(added?.lines ?? []), ...lines].join('\n')
		const subintent = createSubintent({ manifest, header: full, message })
		const children = added === undefined ? [] : [added.bytes]
		return signSubintent({ subintent, keyPairs, networkId: testNetworkId, children }).signedPartialTransaction
	}

	/** Signed, but with a signature over something else. */
	forged(): string {
		const owner = participant('owner', 'Ed25519', testNetworkId).keyPair
		const stranger = participant('stranger', 'Ed25519', testNetworkId).keyPair
		const subintent = createSubintent({ manifest: 'YIELD_TO_PARENT;', header: this.#header() })
		const signed = signSubintent({ subintent, keyPairs: [owner], networkId: testNetworkId }).signedPartialTransaction
		const [own, other] = [owner, stranger].map(key => key.sign(subintent.subintentHash).signature)
		assert.ok(own !== undefined && other !== undefined && signed.includes(own))
		return signed.replace(own, other)
	}

	ofOtherNetwork(): string {
		const subintent = createSubintent({ manifest: 'YIELD_TO_PARENT;', header: { ...this.#header(), networkId: 2 } })
		return signSubintent({ subintent, keyPairs: [this.user.keyPair], networkId: 2 }).signedPartialTransaction
	}

	address(symbol: string): string {
		return this.#network.tokens.get(symbol)?.resourceAddress ?? assert.fail(`no token ${symbol}`)
	}

	/** An instruction that calls the user's account. */
	call(method: string, ...args: string[]): string {
		return `CALL_METHOD Address("${this.user.account}") "${method}" ${args.join(' ')};`
	}

	withdraw(amount: string): string {
		return this.call('withdraw', `Address("${this.address('XRD')}")`, `Decimal("${amount}")`)
	}

	/** A resource that the market does not know. */
	notTraded(): string {
		return String(this.#network.ledger.ledger.info.wellKnownAddresses.ed25519_signature_virtual_badge)
	}

	epoch(): number {
		return this.#network.ledger.ledger.info.epoch
	}

	nowS(): number {
		return Math.floor(this.#network.clock.nowMs() / 1000)
	}

	#header(): Header {
		const window = { startEpoch: this.epoch(), endEpoch: this.epoch() + 2, maxTimestampS: this.nowS() + 45 }
		return intentHeader({ networkId: testNetworkId, window })
	}

	#lines({ sell, buy }: LimitOrder): string[] {
		const { feeInfo, tokens } = this.#network
		const { divisibility = 0 } = tokens.get(sell.symbol) ?? {}
		const resource = ({ symbol, amount }: Amount) => ({ resource: this.address(symbol), amount })
		return composeLimitOrderManifest({
			account: this.user.account,
			sell: resource(sell),
			buy: resource(buy),
			fee: quoteFee({ feeInfo, level: 0, role: 'taker', sell, divisibility }),
			verifyParentAccessRule: accessRuleManifest(feeInfo.verifyParentAccessRuleSborHex, testNetworkId),
		}).split('\n')
	}

	#child(header: Header): { lines: string[]; bytes: string } {
		const subintent = createSubintent({ manifest: 'YIELD_TO_PARENT;', header })
		const { signedPartialTransaction: bytes } = signSubintent({
			subintent,
			keyPairs: [this.user.keyPair],
			networkId: testNetworkId,
		})
		const use = `USE_CHILD NamedIntent("child") Intent("${subintent.subintentId}");`
		return { lines: [use, 'YIELD_TO_CHILD NamedIntent("child");'], bytes }
	}
}
