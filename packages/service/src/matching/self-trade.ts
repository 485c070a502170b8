import type { MakerOffer } from '../prices/maker-offer.ts'

/** The offers of all makers other than the account's own: nobody trades with themselves. */
export function withoutOwnMakers(
	available: readonly MakerOffer[],
	ownMakers: readonly string[],
): readonly MakerOffer[] {
	return ownMakers.length === 0 ? available : available.filter(({ makerId }) => !ownMakers.includes(makerId))
}
