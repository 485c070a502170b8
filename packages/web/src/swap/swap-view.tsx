import { BookPanel } from '../market/book-panel.tsx'
import './swap-view.css'

/** The swap, and on wide screens the book beside it. */
export function SwapView() {
	return (
		<div className="swap-view">
			<section aria-label="Swap" />
			<BookPanel />
		</div>
	)
}
