import type { Config } from '../config/config.ts'
import type { Platform } from '../platform/platform.ts'
import { CostPreview, costXrdMaxOf } from './cost-preview.ts'
import { IntentReadings } from './intent-readings.ts'
import { type CheckedIntent, checkAgainstOpenIntents, type IntentToCheck } from './open-intents-check.ts'

type IntentsDeps = {
	readonly platform: Pick<Platform, 'market' | 'feeInfo' | 'gateway'>
	readonly costPreview: Pick<CostPreview, 'price' | 'inspect' | 'depth'>
}

/** Orders and fills as the ledger sees them: whether their accounts can pay for them, and at what cost. */
export class Intents {
	readonly costPreview: IntentsDeps['costPreview']
	/** The contents of the intents that this node checked most recently. */
	readonly readings = new IntentReadings()
	readonly #platform: IntentsDeps['platform']

	constructor({ platform, costPreview }: IntentsDeps) {
		this.#platform = platform
		this.costPreview = costPreview
	}

	/** Checks an intent as {@link checkAgainstOpenIntents} does. */
	check(intent: IntentToCheck): Promise<CheckedIntent> {
		const { market, feeInfo, gateway } = this.#platform
		const { costPreview, readings: intentReadings } = this
		return checkAgainstOpenIntents({ market, feeInfo, gateway, costPreview, intentReadings }, intent)
	}
}

export function openIntents(platform: Platform, { settlement }: Pick<Config, 'settlement'>): Intents {
	const { gateway, market, limits, clock, threads } = platform
	const { account, keyPair: publicKey, formerKeyPair: formerPublicKey } = platform.service
	const service = { account, publicKey, ...(formerPublicKey && { formerPublicKey }) }
	const costXrdMax = costXrdMaxOf(settlement)
	const { networkId } = market
	const costPreview = new CostPreview({ gateway, service, networkId, costXrdMax, limits, clock, threads })
	return new Intents({ platform, costPreview })
}
