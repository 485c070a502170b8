import type { DoctorCheck } from '@accord/protocol'

/** The result of one of the doctor's checks. */
export type CheckResult = Omit<DoctorCheck, 'name'>

export function passed(detail: string): CheckResult {
	return { ok: true, detail }
}

/** `advice` says what to do about it. */
export function failed(detail: string, advice: string): CheckResult {
	return { ok: false, detail, advice }
}
