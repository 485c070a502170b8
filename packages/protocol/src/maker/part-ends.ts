import { countWire } from '../fields.ts'

/** How many of the parts that a maker was asked to fill ended in each way. */
export const partEndCounts = {
	filled: countWire,
	rejected: countWire.describe('By the maker.'),
	timedOut: countWire.describe('Not answered in time, or `fill_refused`.'),
	fillRefused: countWire.describe('Of those timed out: a fill came, and the service refused it.'),
	calledOff: countWire.describe(
		'Before the answer was due: the order had ended, or the service could not take the fill.',
	),
}
