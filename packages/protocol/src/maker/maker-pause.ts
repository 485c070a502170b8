import * as z from '#schema'
import { textWire, timestampWire } from '../fields.ts'
import { derived, list, message, type ValueOf } from '../message.ts'

/** Who can pause a maker: itself, the circuit breaker or the operator. */
export const pausers = ['maker', 'breaker', 'operator'] as const
export type Pauser = (typeof pausers)[number]

/** Why no order is matched against a maker's books. */
export type MakerPause = ValueOf<typeof MakerPause>
export const MakerPause = message({
	by: z.enum(pausers),
	reason: z.string().optional(),
	sinceMs: timestampWire,
	untilMs: timestampWire.optional().describe('When it ends by itself; absent: it lasts until it is ended.'),
})

/** The members of a message that say which pauses are in force. @internal */
export const pausesMembers = {
	paused: derived(z.boolean(), ({ pauses }: { pauses: readonly MakerPause[] }) => pauses.length > 0),
	/** The pauses in force now. */
	pauses: list(MakerPause),
}

/** Answer of POST /maker/pause and POST /maker/resume: the pauses now in force. Resuming ends only the maker's own pause. */
export const MakerPauses = message(pausesMembers).as<readonly MakerPause[]>({
	parse: ({ pauses }) => pauses,
	format: pauses => ({ pauses }),
})

/** Body of POST /maker/pause. */
export const pauseMakerWire = z.strictObject({ reason: textWire.max(256).optional() })

/** Body of POST /maker/resume, which is optional. */
export const resumeMakerWire = z.strictObject({})
