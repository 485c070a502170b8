/** Shows whether something is well, by a word and a colour. */
export function Mark({ isOk, bad = 'FAIL' }: { isOk: boolean; bad?: string }) {
	return <span className={isOk ? 'badge badge-good' : 'badge badge-bad'}>{isOk ? 'OK' : bad}</span>
}
