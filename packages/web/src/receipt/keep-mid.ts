import { isPairOf, type OrderStatus } from '@accord/protocol'
import { useEffect } from 'react'
import { spreadOf } from '../book/spread.ts'
import { ownStorage } from '../session/browser-storage.ts'
import { useOrderBook, useSession } from '../session/session.tsx'
import { keepReceipt, readReceipts } from './kept-receipts.ts'

/** Later the book may have changed since the order was sent. */
const freshMs = 10_000

/** Keeps the middle of the book at the time when an order was sent, for its receipt: the service does not record it. */
export function useKeptMid({ subintentId, limitOrder, createdAtMs }: OrderStatus): void {
	const { pairs, pair: chosen } = useSession()
	const { sell, buy } = limitOrder
	const pair = pairs.find(one => isPairOf(one, sell.symbol, buy.symbol)) ?? chosen
	const { book } = useOrderBook(pair)
	const mid = book === undefined ? undefined : spreadOf(book)?.mid
	useEffect(() => {
		if (mid === undefined || Math.abs(Date.now() - createdAtMs) > freshMs) return
		if (readReceipts(ownStorage).get(subintentId)?.mid === undefined) keepReceipt(ownStorage, subintentId, { mid })
	}, [mid, subintentId, createdAtMs])
}
