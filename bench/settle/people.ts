import { participant, participants } from '../../test/network/participant.ts'

const networkId = 242
const userCount = 32

/** Everyone who trades in a benchmark, the same on every run. */
export const people = {
	users: participants('user', userCount, networkId),
	maker: { ...participant('maker-1', 'Ed25519', networkId), apiKey: 'play-key-of-maker-1' },
	/** Of routed orders: the maker of the second leg. */
	secondMaker: { ...participant('maker-2', 'Ed25519', networkId), apiKey: 'play-key-of-maker-2' },
	solver: participant('solver-1', 'Ed25519', networkId),
	service: participant('service', 'Ed25519', networkId),
	/** Of the soak: someone with funds and an account of a maker, who means nobody well. */
	hostile: { ...participant('hostile-1', 'Ed25519', networkId), apiKey: 'play-key-of-hostile-1' },
}
