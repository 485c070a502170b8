/** Whether the makers together could still lead to something better than what was found so far. */
export type Worthwhile = (makers: readonly string[]) => boolean

/**
 * All sets of exactly `size` makers, in the order given: first those with the first maker. Whole branches are left out
 * where not even all makers that could still come in are worthwhile together.
 */
export function* makerSets(
	makers: readonly string[],
	{ size, worthwhile }: { size: number; worthwhile: Worthwhile },
): Generator<readonly string[]> {
	yield* extend([], makers)

	function* extend(chosen: readonly string[], rest: readonly string[]): Generator<readonly string[]> {
		if (chosen.length === size) {
			yield chosen
			return
		}
		for (let place = 0; place + size - chosen.length <= rest.length; place++) {
			if (size > 1 && !worthwhile([...chosen, ...rest.slice(place)])) return
			yield* extend([...chosen, ...rest.slice(place, place + 1)], rest.slice(place + 1))
		}
	}
}
