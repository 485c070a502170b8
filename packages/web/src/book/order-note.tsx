import type { OrderBook } from '@accord/protocol'
import { isTaken, type Taken, takenPrice } from './taken-price.ts'
import { useMakersAsked } from './use-makers-asked.ts'

type OrderNoteProps = { readonly book: OrderBook; readonly taken: Taken | undefined }

/** What the order in the form takes from the book, and how many makers are asked for it, if that is known. */
export function OrderNote({ book, taken }: OrderNoteProps) {
	const asked = useMakersAsked(book, taken)
	const worst = taken && takenPrice(book, taken)
	if (taken === undefined || worst === undefined) return <span>A click on a level fills the form.</span>
	const { length } = book[taken.side].filter(level => isTaken(level, taken.side, worst))
	return (
		<span>
			{`Your order takes ${count(length, 'level')}${asked === undefined ? '' : ` and asks ${count(asked, 'maker')}`}.`}
		</span>
	)
}

function count(number: number, of: string): string {
	return `${number} ${of}${number === 1 ? '' : 's'}`
}
