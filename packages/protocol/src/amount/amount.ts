import type { Decimal } from './decimal.ts'

/** So much of one token (specification, Amount). */
export type Amount = { readonly symbol: string; readonly amount: Decimal }

/** An account and what it holds of each traded token (GET /trade/accounts). */
export type AccountBalances = { readonly address: string; readonly balances: readonly Amount[] }
