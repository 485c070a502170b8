import * as z from 'zod'
import { omitUndefined } from '../../omit-undefined.ts'
import { type DoctorCheck, doctorCheckNames } from '../../operator/doctor-check.ts'

/** One check of the service by itself. */
export const doctorCheckWire = z.object({
	name: z.enum(doctorCheckNames),
	ok: z.boolean(),
	detail: z.string(),
	advice: z.string().optional().describe('What to do about a failed check.'),
})
export type DoctorCheckWire = z.infer<typeof doctorCheckWire>

/** GET /operator/doctor: every check, and whether all of them passed. */
export const doctorWire = z.object({ ok: z.boolean(), checks: z.array(doctorCheckWire) })
export type DoctorWire = z.infer<typeof doctorWire>

/** Reads the checks of GET /operator/doctor. */
export function parseDoctor({ checks }: DoctorWire): DoctorCheck[] {
	return checks.map(check => omitUndefined(check))
}

/** The answer of GET /operator/doctor. */
export function formatDoctor(checks: readonly DoctorCheck[]): DoctorWire {
	return { ok: checks.every(({ ok }) => ok), checks: [...checks] }
}
