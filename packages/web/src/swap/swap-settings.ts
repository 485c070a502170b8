import { Decimal } from '@accord/sdk'

/** How the user likes to trade, kept in the browser. */
export type SwapSettings = {
	/** A fraction, such as "0.001". */
	readonly slippage: string
	readonly expiresInSeconds: number
}

type Storage = { getItem(key: string): string | null; setItem(key: string, value: string): void }

export const slippageChoices = ['0', '0.001', '0.005'] as const
export const expiryChoices = [20, 30, 45, 60] as const

/** The most that the service takes. */
const slippageMax = Decimal.parse('0.5')
const storageKey = 'accord.swap-settings'
const defaults: SwapSettings = { slippage: '0.001', expiresInSeconds: 45 }

/** Whether a text is a slippage that can be asked for. */
export function isSlippage(text: string): boolean {
	const fraction = Decimal.tryParse(text)
	return fraction !== undefined && fraction >= 0n && fraction <= slippageMax
}

/** A percentage as people type it, as a fraction; undefined when it is none that can be asked for. */
export function fractionOfPercent(text: string): string | undefined {
	const percent = Decimal.tryParse(text.trim().replace(/%$/, '').trim())
	if (percent === undefined) return undefined
	const fraction = Decimal.format(Decimal.divDown(percent, Decimal.fromInteger(100)))
	return isSlippage(fraction) ? fraction : undefined
}

/** What was chosen before, where it is still a choice. */
export function readSettings(storage: Storage): SwapSettings {
	try {
		const kept = JSON.parse(storage.getItem(storageKey) ?? '{}') as Partial<SwapSettings>
		const expiry = expiryChoices.find(seconds => seconds === kept.expiresInSeconds)
		return {
			slippage: typeof kept.slippage === 'string' && isSlippage(kept.slippage) ? kept.slippage : defaults.slippage,
			expiresInSeconds: expiry ?? defaults.expiresInSeconds,
		}
	} catch {
		return defaults
	}
}

/** Keeps the choice. */
export function writeSettings(storage: Storage, settings: SwapSettings): void {
	try {
		storage.setItem(storageKey, JSON.stringify(settings))
	} catch {
		// A browser that keeps nothing begins with the defaults again.
	}
}
