export const doctorCheckNames = [
	'database',
	'gateway',
	'network',
	'clock',
	'keys',
	'fees',
	'makers',
	'instamint',
	'nodes',
	'loops',
] as const

/** One check of the service by itself (GET /operator/doctor). */
export type DoctorCheck = {
	readonly name: (typeof doctorCheckNames)[number]
	readonly ok: boolean
	readonly detail: string
	/** What to do about a failed check. */
	readonly advice?: string
}
