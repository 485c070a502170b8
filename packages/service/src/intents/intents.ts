import { previewPayer } from '@accord/ledger'
import type { Config } from '../config/config.ts'
import type { Platform } from '../platform/platform.ts'
import { CostPreview, costXrdMaxOf } from './cost-preview.ts'
import { IntentReadings } from './intent-readings.ts'
import { type CheckedIntent, checkAgainstOpenIntents, type IntentToCheck } from './open-intents-check.ts'
import { PrefixCode } from './prefix-uses.ts'
import { PreviewPayer } from './preview-payer.ts'

/** How intents are previewed. */
type Previews = {
	readonly costPreview: Pick<CostPreview, 'price' | 'inspect' | 'depth'>
	readonly payer: Pick<PreviewPayer, 'shortage'>
}

type IntentsDeps = Previews & {
	readonly prefixCode: Pick<PrefixCode, 'usesOf'>
	readonly platform: Pick<Platform, 'market' | 'feeInfo' | 'gateway'>
}

/** Orders and fills as the ledger sees them: whether their accounts can pay for them, and at what cost. */
export class Intents {
	readonly costPreview: IntentsDeps['costPreview']
	/** The account that previews pay from. */
	readonly payer: IntentsDeps['payer']
	/** What published code orders run first. */
	readonly prefixCode: IntentsDeps['prefixCode']
	/** The contents of the intents that this node checked most recently. */
	readonly readings = new IntentReadings()
	readonly #platform: IntentsDeps['platform']

	constructor({ platform, costPreview, payer, prefixCode }: IntentsDeps) {
		this.prefixCode = prefixCode
		this.#platform = platform
		this.payer = payer
		this.costPreview = costPreview
	}

	/** Checks an intent as {@link checkAgainstOpenIntents} does. */
	check(intent: IntentToCheck): Promise<CheckedIntent> {
		const { market, feeInfo, gateway } = this.#platform
		const { costPreview, readings: intentReadings } = this
		return checkAgainstOpenIntents({ market, feeInfo, gateway, costPreview, intentReadings }, intent)
	}
}

export function openIntents(
	platform: Platform,
	{ settlement, prefixPackages: listed }: Pick<Config, 'settlement' | 'prefixPackages'>,
): Intents {
	const { gateway, market, limits, clock, threads } = platform
	const { account, keyPair: publicKey, formerKeyPair: formerPublicKey } = platform.service
	const service = { account, publicKey, ...(formerPublicKey && { formerPublicKey }) }
	const costXrdMax = costXrdMaxOf(settlement)
	const { networkId, xrdAddress } = market
	const payingAccount = previewPayer(service, networkId)
	const payer = new PreviewPayer({ clock, gateway, xrdAddress, account: payingAccount, costXrdMax })
	const costPreview = new CostPreview({ gateway, service, networkId, costXrdMax, limits, clock, threads, payer })
	const prefixCode = new PrefixCode({ gateway, listed, clock, limits })
	return new Intents({ platform, costPreview, payer, prefixCode })
}
