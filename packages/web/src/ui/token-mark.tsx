import './token-mark.css'

/** These tokens have their own colours; the others share one. */
const known = new Set(['xrd', 'btc', 'eth', 'usdc', 'usdt'])

/** A round mark with a token's first letter. */
export function TokenMark({ symbol }: { symbol: string }) {
	const plain = symbol.replace(/^x(w)?(?=[A-Z])/, '').toLowerCase()
	const kind = known.has(plain) ? plain : 'other'
	return (
		<span className={`token-mark token-mark-${kind}`} aria-hidden="true">
			{plain.slice(0, 1).toUpperCase()}
		</span>
	)
}
