import { Decimal, defaultExpiresInSeconds } from '@accord/protocol'

/** The user's settings, stored in the browser. */
export type SwapSettings = {
	/** A fraction, such as "0.001". */
	readonly slippage: string
	readonly expiresInSeconds: number
}

type Storage = { getItem(key: string): string | null; setItem(key: string, value: string): void }

export const slippageChoices = ['0', '0.001', '0.005'] as const
export const expiryChoices = [20, 30, defaultExpiresInSeconds, 60] as const

/** The largest slippage that the service accepts. */
const slippageMax = Decimal.parse('0.5')
const storageKey = 'accord.swap-settings'
const defaults: SwapSettings = { slippage: '0.001', expiresInSeconds: defaultExpiresInSeconds }

/** Whether a text is a fraction that the service accepts as slippage. */
export function isSlippage(text: string): boolean {
	const fraction = Decimal.tryParse(text)
	return fraction !== undefined && fraction >= 0n && fraction <= slippageMax
}

/** Parses a typed percentage as a fraction; undefined if it is not a possible slippage. */
export function fractionOfPercent(text: string): string | undefined {
	const percent = Decimal.tryParse(text.trim().replace(/%$/, '').trim())
	if (percent === undefined) return undefined
	const fraction = Decimal.format(Decimal.divDown(percent, Decimal.fromInteger(100)))
	return isSlippage(fraction) ? fraction : undefined
}

/** The stored settings; invalid ones are replaced by the defaults. */
export function readSettings(storage: Storage): SwapSettings {
	try {
		const saved = JSON.parse(storage.getItem(storageKey) ?? '{}') as Partial<SwapSettings>
		const expiry = expiryChoices.find(seconds => seconds === saved.expiresInSeconds)
		return {
			slippage: typeof saved.slippage === 'string' && isSlippage(saved.slippage) ? saved.slippage : defaults.slippage,
			expiresInSeconds: expiry ?? defaults.expiresInSeconds,
		}
	} catch {
		return defaults
	}
}

/** Stores the settings. */
export function writeSettings(storage: Storage, settings: SwapSettings): void {
	try {
		storage.setItem(storageKey, JSON.stringify(settings))
	} catch {
		// Without storage the next visit starts with the defaults.
	}
}
