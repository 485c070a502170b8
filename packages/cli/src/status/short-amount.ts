const digitsMax = 9

/** An amount's first digits: large ones without decimal places, small ones with a few. For looking, never for counting. */
export function shortAmount(amount: string): string {
	const [whole = '', places = ''] = amount.split('.')
	const kept = places.slice(0, Math.max(0, digitsMax - whole.length)).replace(/0+$/, '')
	return kept === '' ? whole : `${whole}.${kept}`
}
