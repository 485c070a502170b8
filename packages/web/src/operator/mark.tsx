import type { DoctorCheck } from '@accord/protocol'

const looks = {
	ok: { kind: 'good', word: 'OK' },
	warn: { kind: 'warn', word: 'WARN' },
	fail: { kind: 'bad', word: 'FAIL' },
} as const

/** How a check went; a warning has passed, with advice. */
export type Result = keyof typeof looks

/** Every result, the worst first. */
export const results = ['fail', 'warn', 'ok'] as const satisfies readonly Result[]

/** Shows whether something is well, by a word and a colour. */
export function Mark({ result, word = looks[result].word }: { result: Result; word?: string }) {
	return <span className={`badge badge-${looks[result].kind}`}>{word}</span>
}

/** How one of the doctor's checks went. */
export function resultOf({ ok, advice }: DoctorCheck): Result {
	if (!ok) return 'fail'
	return advice === undefined ? 'ok' : 'warn'
}
