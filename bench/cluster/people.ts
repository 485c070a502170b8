import { participant, participants } from '../../test/network/participant.ts'
import { testNetworkId } from '../../test/network/test-network.ts'
import { bases } from './market.ts'

const userCount = 64
const withKey = <M extends { readonly name: string }>(maker: M) => ({ ...maker, apiKey: `play-key-of-${maker.name}` })

/** Everyone who trades, the same on every run. */
export const people = {
	users: participants('user', userCount, testNetworkId),
	/** One per pair, in the order of the pairs. */
	makers: participants('maker', bases.length, testNetworkId).map(withKey),
	/** Previews lock its XRD. */
	service: participant('service', 'Ed25519', testNetworkId),
	/** It only quotes, at worse prices than they do. */
	quoter: withKey(participant('quoter', 'Ed25519', testNetworkId)),
}
