import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Decimal, type Pair } from '@accord/protocol'
import * as z from 'zod'
import type { SpreadModel } from './spread-model.ts'

/** A decimal in text within bounds, both included. */
function decimal(least: string, most: string) {
	const [min, max] = [Decimal.parse(least), Decimal.parse(most)]
	const error = `expected a decimal in text from ${least} to ${most}`
	return z.string().transform((text, context) => {
		const value = Decimal.tryParse(text)
		if (value !== undefined && value >= min && value <= max) return value
		context.addIssue({ code: 'custom', message: error })
		return z.NEVER
	})
}

const milliseconds = (least: number, most: number) => z.int().min(least).max(most)
const amount = decimal('0.000001', '1000000000000')

const settingsFile = z
	.strictObject({
		pair: z.string().regex(/^\w+\/\w+$/, 'expected base and quote, such as XRD/xUSDC'),
		exchange: z.string().min(1).optional(),
		recorded: z.string().min(1).optional(),
		symbol: z.string().min(1),
		width: decimal('0.0001', '0.2').prefault('0.002'),
		step: decimal('0.0001', '0.1').prefault('0.001'),
		levels: z.int().min(1).max(50).default(3),
		size: amount,
		skew: decimal('0', '0.1').prefault('0.001'),
		inventory_max: amount,
		inventory_target: decimal('0', '1000000000000').optional(),
		unhedged_max: amount.optional(),
		slippage_max: decimal('0', '0.2').prefault('0.005'),
		kept_back: decimal('0', '0.9').prefault('0.05'),
		poll_ms: milliseconds(100, 60_000).default(1_000),
		stale_ms: milliseconds(500, 600_000).default(5_000),
		honour_ms: milliseconds(0, 10_000).default(2_000),
		retry_ms: milliseconds(100, 600_000).default(5_000),
	})
	.refine(given => (given.exchange === undefined) !== (given.recorded === undefined), {
		path: ['exchange'],
		error: 'expected either an exchange of CCXT, or recorded, a file',
	})
	.refine(({ poll_ms, stale_ms }) => poll_ms < stale_ms, {
		path: ['stale_ms'],
		error: 'expected more than poll_ms, or prices would be stale before they are read again',
	})

/** How a hedging maker quotes and hedges. Amounts are in base, fractions of the price, times in milliseconds. */
export type HedgeSettings = {
	readonly pair: Pair
	readonly venue: { readonly exchange: string } | { readonly recorded: string }
	/** The market at the venue. */
	readonly symbol: string
	readonly model: SpreadModel
	/** The base to hold on the ledger; what is held at the first start if undefined. */
	readonly inventoryTarget: Decimal | undefined
	/** With more than this unhedged, nothing is quoted. */
	readonly unhedgedMax: Decimal
	readonly slippageMax: Decimal
	/** The part of the balances that is not quoted: fees are paid from it. */
	readonly keptBack: Decimal
	readonly pollMs: number
	/** Prices older than this are not quoted. */
	readonly staleMs: number
	/** How long a replaced book still counts for orders that were under way. */
	readonly honourMs: number
	readonly retryMs: number
}

/** Reads a settings file; paths in it are relative to it. @throws Error naming every wrong setting */
export function readHedgeSettings(file: string): HedgeSettings {
	let given: unknown
	try {
		given = JSON.parse(readFileSync(file, 'utf8'))
	} catch (error) {
		throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
	}
	return parseHedgeSettings(given, file)
}

export function parseHedgeSettings(given: unknown, file: string): HedgeSettings {
	const result = settingsFile.safeParse(given)
	if (!result.success) {
		const lines = result.error.issues.map(({ path, message }) => `  ${path.join('.') || 'the file'}: ${message}`)
		throw new Error([`${file} is wrong:`, ...lines].join('\n'))
	}
	const { data } = result
	const [base = '', quote = ''] = data.pair.split('/')
	const { width, step, levels, size, skew, inventory_max: inventoryMax } = data
	return {
		pair: { base, quote },
		venue:
			data.exchange === undefined
				? { recorded: resolve(dirname(file), data.recorded ?? '') }
				: { exchange: data.exchange },
		symbol: data.symbol,
		model: { width, step, levels, size, skew, inventoryMax },
		inventoryTarget: data.inventory_target,
		unhedgedMax: data.unhedged_max ?? inventoryMax,
		slippageMax: data.slippage_max,
		keptBack: data.kept_back,
		pollMs: data.poll_ms,
		staleMs: data.stale_ms,
		honourMs: data.honour_ms,
		retryMs: data.retry_ms,
	}
}
