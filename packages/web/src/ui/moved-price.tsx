import type { Decimal } from '@accord/protocol'
import { type ReactNode, useState } from 'react'
import './moved-price.css'

type MovedPriceProps = {
	readonly price: Decimal
	/** What the price is of: the first price of another pair has not moved. */
	readonly of: string
	readonly title?: string
	readonly children: ReactNode
}

/** A price with the direction of its last change: an arrow that stays, and a flash where motion is welcome. */
export function MovedPrice({ price, of, title, children }: MovedPriceProps) {
	const [seen, setSeen] = useState({ price, of, way: 'same', moves: 0 })
	if (seen.of !== of) setSeen({ price, of, way: 'same', moves: 0 })
	else if (seen.price !== price) setSeen({ price, of, way: price > seen.price ? 'up' : 'down', moves: seen.moves + 1 })
	const { way, moves } = seen
	return (
		<span key={moves} className={`moved moved-${way}`} title={title}>
			{children}
			<span className="moved-arrow" aria-hidden="true">
				{arrows[way]}
			</span>
		</span>
	)
}

const arrows: Readonly<Record<string, string>> = { up: '▲', down: '▼', same: '' }
