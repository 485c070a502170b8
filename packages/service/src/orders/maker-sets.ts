/**
 * Whether sets that begin with `chosen` and go on with makers from `next` on could lead to something better than what was
 * found so far. False for one place must be false for all later ones.
 */
export type Worthwhile = (chosen: readonly number[], next: number) => boolean

/**
 * All sets of exactly `size` of `count` makers by their places, in order: first those with the first maker. Whole branches
 * that are not worthwhile are left out.
 */
export function* makerSets(
	count: number,
	{ size, worthwhile }: { size: number; worthwhile: Worthwhile },
): Generator<readonly number[]> {
	yield* extend([], 0)

	function* extend(chosen: readonly number[], from: number): Generator<readonly number[]> {
		if (chosen.length === size) {
			if (worthwhile(chosen, from)) yield chosen
			return
		}
		for (let next = from; next + size - chosen.length <= count; next++) {
			if (!worthwhile(chosen, next)) return
			yield* extend([...chosen, next], next + 1)
		}
	}
}
