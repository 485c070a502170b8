import { Decimal, defaultExpiresInSeconds, isLargeSlippage } from '@accord/protocol'
import { readAmount } from '../format/read-amount.ts'

/** The user's settings, stored in the browser. */
export type SwapSettings = {
	/** A fraction, such as "0.001". */
	readonly slippage: string
	/** Whether the user has allowed more than 5 %. */
	readonly largeSlippage: boolean
	readonly expiresInSeconds: number
}

type Storage = { getItem(key: string): string | null; setItem(key: string, value: string): void }

export const slippageChoices = ['0', '0.001', '0.005'] as const
export const expiryChoices = [20, 30, defaultExpiresInSeconds, 60] as const

/** The service accepts more, but no one accepts a fifth less on purpose. */
const slippageMax = Decimal.parse('0.2')
/** From this on the page warns: that much may be lost if prices move. */
const slippageWarned = Decimal.parse('0.005')
/** From this on the user must confirm the worst case. */
const slippageConfirmed = Decimal.parse('0.02')
// Different from the key of earlier versions, which stored a default of 0.1 % together with the user's choices.
const storageKey = 'accord.swap'
const defaults: SwapSettings = { slippage: '0', largeSlippage: false, expiresInSeconds: defaultExpiresInSeconds }

export function isSlippageWarned(fraction: Decimal): boolean {
	return fraction >= slippageWarned
}

export function isSlippageConfirmed(fraction: Decimal): boolean {
	return fraction >= slippageConfirmed
}

/** Whether a slippage is so large that it must be allowed separately. */
export function needsAllowing(slippage: string): boolean {
	return isLargeSlippage(Decimal.parse(slippage))
}

/** Whether a text is a fraction that the page accepts as slippage. */
export function isSlippage(text: string): boolean {
	const fraction = Decimal.tryParse(text)
	return fraction !== undefined && fraction >= 0n && fraction <= slippageMax
}

const percentage = { symbol: '%', divisibility: 16 }

/** Parses a typed percentage as a fraction; undefined if it is not a valid slippage. */
export function fractionOfPercent(text: string): string | undefined {
	const read = readAmount(text, percentage)
	if (read.kind !== 'amount') return read.kind === 'empty' && /0/.test(text) ? '0' : undefined
	const fraction = Decimal.format(Decimal.divDown(read.amount, Decimal.fromInteger(100)))
	return isSlippage(fraction) ? fraction : undefined
}

/** The stored settings; invalid ones are replaced by the defaults. */
export function readSettings(storage: Storage): SwapSettings {
	try {
		const saved = JSON.parse(storage.getItem(storageKey) ?? '{}') as Partial<SwapSettings>
		const expiry = expiryChoices.find(seconds => seconds === saved.expiresInSeconds)
		const largeSlippage = saved.largeSlippage === true
		const { slippage } = saved
		const isPossible = typeof slippage === 'string' && isSlippage(slippage)
		return {
			slippage: isPossible && (largeSlippage || !needsAllowing(slippage)) ? slippage : defaults.slippage,
			largeSlippage,
			expiresInSeconds: expiry ?? defaults.expiresInSeconds,
		}
	} catch {
		return defaults
	}
}

export function writeSettings(storage: Storage, settings: SwapSettings): void {
	try {
		storage.setItem(storageKey, JSON.stringify(settings))
	} catch {
		// Without storage, the next visit starts with the defaults.
	}
}
