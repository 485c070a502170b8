import { callGateway, type GatewayClient, itemsPerRootMax, previewPayer } from '@accord/ledger'
import { type Clock, Decimal } from '@accord/protocol'

// Previews run as a commit would, so they lock a fee. They spend nothing: the account that pays only has to hold the XRD.

/** More than a root costs in a preview; execution must run out of units before it runs out of XRD. */
const rootXrd = Decimal.fromInteger(3)
const cachedMs = 10_000

/** What a preview of so many intents locks: enough for each at its highest cost, and little more. */
export function previewLockFeeXrd(intents: number, costXrdMax: Decimal): Decimal {
	return Decimal.add(Decimal.mulUp(costXrdMax, Decimal.fromInteger(intents)), rootXrd)
}

type PreviewPayerDeps = {
	readonly clock: Pick<Clock, 'nowMs'>
	readonly gateway: Pick<GatewayClient, 'balance'>
	readonly xrdAddress: string
	readonly networkId: number
	readonly terms: { readonly service: Parameters<typeof previewPayer>[0]; readonly costXrdMax: Decimal }
}

/** The account whose XRD previews lock: that of the service's key. */
export class PreviewPayer {
	readonly #deps: PreviewPayerDeps
	#sufficed: { readonly account: string; readonly atMs: number } | undefined

	constructor(deps: PreviewPayerDeps) {
		this.#deps = deps
	}

	/**
	 * Why the largest preview cannot be paid; undefined if it can, which is believed for 10 s.
	 * @throws TradeError `ledger_unavailable`
	 */
	async shortage(): Promise<string | undefined> {
		const { clock, gateway, xrdAddress, networkId, terms } = this.#deps
		const { service, costXrdMax } = terms
		const account = previewPayer(service, networkId)
		const nowMs = clock.nowMs()
		const known = this.#sufficed
		if (known?.account === account && Math.abs(nowMs - known.atMs) < cachedMs) return undefined
		const { amount } = await callGateway(() => gateway.balance(account, xrdAddress))
		const required = previewLockFeeXrd(itemsPerRootMax, costXrdMax)
		if (Decimal.parse(amount) < required)
			return `${account} holds ${amount} XRD, and previews lock up to ${Decimal.format(required)} XRD of it`
		this.#sufficed = { account, atMs: nowMs }
		return undefined
	}
}
