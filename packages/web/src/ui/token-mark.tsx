import './token-mark.css'

/** The known tokens have colours of their own; the rest share one. */
const known = new Set(['xrd', 'btc', 'eth', 'usdc', 'usdt'])

/** A round mark with a token's letters. */
export function TokenMark({ symbol }: { symbol: string }) {
	const plain = symbol.replace(/^x(w)?(?=[A-Z])/, '').toLowerCase()
	const kind = known.has(plain) ? plain : 'other'
	return (
		<span className={`token-mark token-mark-${kind}`} aria-hidden="true">
			{plain.slice(0, 1).toUpperCase()}
		</span>
	)
}
