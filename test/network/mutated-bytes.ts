import { seededRandom } from '../../packages/bots/src/seeded-random.ts'

/** A number below a bound. */
export type Random = (below: number) => number

/** The same numbers for the same seed. */
export function randomOf(seed: number): Random {
	const random = seededRandom(seed)
	return below => Math.floor(random() * below)
}

/** Bits flipped, bytes replaced, repeated or left out, and lengths that lie. */
export function mutateBytes(hex: string, random: Random): string {
	let bytes = Buffer.from(hex, 'hex')
	for (let times = 1 + random(3); times > 0; times--) {
		const at = random(bytes.length)
		const length = 1 + random(32)
		const before = bytes.subarray(0, at)
		switch (random(6)) {
			case 0:
				bytes = Buffer.from(bytes)
				bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8))
				break
			case 1:
				bytes = Buffer.concat([before, Buffer.of(random(256)), bytes.subarray(at + 1)])
				break
			case 2:
				bytes = Buffer.concat([before, bytes.subarray(at + length)])
				break
			case 3:
				bytes = Buffer.concat([before, bytes.subarray(at, at + length), bytes.subarray(at)])
				break
			case 4:
				bytes = Buffer.concat([before, Buffer.from('ffffffff0f', 'hex'), bytes.subarray(at + 1)])
				break
			default:
				bytes = Buffer.from(before)
		}
		if (bytes.length === 0) bytes = Buffer.of(random(256))
	}
	const text = bytes.toString('hex')
	// An order whose bytes came out unchanged is not a mutation.
	return text === hex ? `${text}00` : text
}
