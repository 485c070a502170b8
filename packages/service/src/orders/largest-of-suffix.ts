/** Sums of the largest values of a list from any place on, each found in a step. */
export class LargestOfSuffix {
	/** At each place, the sums of the largest one, two, … values from there on. */
	readonly #sums: readonly (readonly bigint[])[]

	/** `most`: how many values are ever summed. None is negative. */
	constructor(values: readonly bigint[], most: number) {
		const sums: bigint[][] = Array.from({ length: values.length + 1 }, () => [])
		let largest: bigint[] = []
		for (let place = values.length - 1; place >= 0; place--) {
			largest = [...largest, values[place] ?? 0n].sort((a, b) => (a < b ? 1 : a > b ? -1 : 0)).slice(0, most)
			let sum = 0n
			sums[place] = largest.map(value => {
				sum += value
				return sum
			})
		}
		this.#sums = sums
	}

	/** The sum of the `count` largest values from `place` on; of all that there are if they are fewer. */
	sum(place: number, count: number): bigint {
		return count === 0 ? 0n : (this.#sums[place]?.at(count - 1) ?? this.#sums[place]?.at(-1) ?? 0n)
	}
}
