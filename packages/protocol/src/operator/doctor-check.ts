import * as z from '#schema'
import { derived, list, message, type ValueOf } from '../message.ts'

export const doctorCheckNames = [
	'database',
	'gateway',
	'network',
	'binding',
	'clock',
	'keys',
	'fees',
	'makers',
	'deny_hook',
	'quotes',
	'solvers',
	'orders',
	'fills',
	'instamint',
	'nodes',
	'settings',
	'loops',
] as const

/** One of the service's checks on itself. */
export type DoctorCheck = ValueOf<typeof DoctorCheck>
export const DoctorCheck = message({
	name: z.enum(doctorCheckNames),
	ok: z.boolean(),
	detail: z.string(),
	advice: z.string().optional().describe('What to do about a failed check, or what would make a passed one safer.'),
})

/** GET /operator/doctor: every check, and whether all of them passed. */
export const Doctor = message({
	ok: derived(z.boolean(), ({ checks }: { checks: readonly DoctorCheck[] }) => checks.every(({ ok }) => ok)),
	checks: list(DoctorCheck),
}).as<readonly DoctorCheck[]>({ parse: ({ checks }) => checks, format: checks => ({ checks }) })
