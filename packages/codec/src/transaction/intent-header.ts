import { type Form, requireArguments } from '@accord/protocol'
import type { Header } from '../codec-types.ts'

const headerForm: Form = {
	members: { networkId: { type: 'number', is: 'the number of a network' }, window: { members: {} } },
}

/**
 * When an intent is valid: epochs `[startEpoch, endEpoch)` and, where given, seconds of ledger time
 * `[minTimestampS, maxTimestampS)`.
 */
export type ValidityWindow = Pick<Header, 'startEpoch' | 'endEpoch' | 'minTimestampS' | 'maxTimestampS'>

/** A header with a window; the discriminator is random unless one is passed. */
export function intentHeader(options: {
	networkId: number
	window: ValidityWindow
	discriminator?: string | undefined
}): Header {
	requireArguments('intentHeader', { options: headerForm }, { options })
	const { networkId, window, discriminator = randomDiscriminator() } = options
	return { networkId, ...pickWindow(window), intentDiscriminator: discriminator }
}

/** The validity window of a header, without its network and discriminator. */
export function pickWindow(header: ValidityWindow): ValidityWindow {
	return {
		startEpoch: header.startEpoch,
		endEpoch: header.endEpoch,
		...(header.minTimestampS == null ? {} : { minTimestampS: header.minTimestampS }),
		...(header.maxTimestampS == null ? {} : { maxTimestampS: header.maxTimestampS }),
	}
}

/** The widest window inside all of these (at least one). The ledger refuses a transaction whose windows are disjoint. */
export function intersectWindows(windows: readonly ValidityWindow[]): ValidityWindow {
	const mins = windows.flatMap(window => window.minTimestampS ?? [])
	const maxs = windows.flatMap(window => window.maxTimestampS ?? [])
	return {
		startEpoch: Math.max(...windows.map(window => window.startEpoch)),
		endEpoch: Math.min(...windows.map(window => window.endEpoch)),
		...(mins.length === 0 ? {} : { minTimestampS: Math.max(...mins) }),
		...(maxs.length === 0 ? {} : { maxTimestampS: Math.min(...maxs) }),
	}
}

// Asking the operating system for random bytes separately costs more than the rest of the header.
const drawn = new BigUint64Array(64)
let left = 0

/** A random unsigned 64-bit intent discriminator, as a decimal string. */
export function randomDiscriminator(): string {
	if (left === 0) left = crypto.getRandomValues(drawn).length
	left -= 1
	return String(drawn[left])
}
