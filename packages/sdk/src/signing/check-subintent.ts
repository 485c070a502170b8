import { type CheckedSubintent, loadCodec } from '@accord/codec'
import { defaultExpiresInSeconds, type FeeInfo, type NetworkStatus, type Token } from '@accord/protocol'
import type { SubintentToSign } from '../dex/trade.ts'

/** What a signer knows about the service that made the subintent; `DexClient` has it. */
export type SigningSource = {
	tokens(): Promise<readonly Token[]>
	info(): Promise<FeeInfo>
	networkStatus(): Promise<Pick<NetworkStatus, 'epoch' | 'networkId'>>
}

export type CheckOptions = {
	/** The network that the signer expects; by default the service's. */
	readonly networkId?: number
	/** As requested from `trade`; 45 by default. */
	readonly expiresInSeconds?: number
	/** How far the clocks of the service and this machine may differ, in seconds; 5 by default. */
	readonly clockDifferenceS?: number
	readonly nowMs?: number
}

/**
 * Compares a subintent that the service made, byte for byte, with the requested swap, and the service's description of it
 * with the bytes. Sign the hash that this returns: it is computed from the bytes. The codec is loaded on first use.
 * @throws Error naming the first difference, CodecError for bytes that are not a subintent
 */
export async function checkSubintent(
	source: SigningSource,
	toSign: SubintentToSign,
	options: CheckOptions = {},
): Promise<CheckedSubintent> {
	const { expiresInSeconds = defaultExpiresInSeconds, nowMs = Date.now() } = options
	const [codec, tokens, info, status] = await Promise.all([
		loadCodec(),
		source.tokens(),
		source.info(),
		source.networkStatus(),
	])
	const { networkId = status.networkId, clockDifferenceS } = options
	const { sell, buy } = toSign.quote.limitOrder
	const resourceOf = (symbol: string) => tokens.find(token => token.symbol === symbol)?.resourceAddress ?? ''
	const order = {
		account: toSign.account,
		sell: { resource: resourceOf(sell.symbol), amount: sell.amount },
		buy: { resource: resourceOf(buy.symbol), amount: buy.amount },
		fee: toSign.quote.fee,
		verifyParentAccessRuleSborHex: info.verifyParentAccessRuleSborHex,
	}
	const context = {
		networkId,
		epoch: status.epoch,
		nowMs,
		expiresInSeconds,
		...(clockDifferenceS === undefined ? {} : { clockDifferenceS }),
	}
	const checked = codec.checkSubintent(toSign.subintent, order, context)
	expect('the hash', toSign.subintentHash.toLowerCase(), checked.subintentHash)
	expect('the id', toSign.subintentId, checked.subintentId)
	expect('the expiry', toSign.expiresAtS, checked.expiresAtS)
	return checked
}

function expect(what: string, found: unknown, wanted: unknown): void {
	if (found !== wanted)
		throw new Error(`the subintent is not as requested: ${what} is ${String(found)}, not ${String(wanted)}`)
}
