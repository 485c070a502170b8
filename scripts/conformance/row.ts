/** A test by its file and title: `test/stories/same-twice.test.ts: the same fill again …`. */
export type TestName = `${string}.test.ts: ${string}`

/** Something that is promised, and the tests that show it. */
export type Row = {
	readonly what: string
	readonly tests: readonly TestName[]
	/** Why no test shows it. */
	readonly untested?: string
}

/** Rows under one heading. */
export type Section = { readonly title: string; readonly rows: readonly Row[] }

/** One row. */
export function row(what: string, ...tests: readonly TestName[]): Row {
	return { what, tests }
}

/** A row that no test shows, and why. */
export function untested(what: string, why: string): Row {
	return { what, tests: [], untested: why }
}

/** The tests of one file, by their titles. */
export function testsIn(path: `${string}.test.ts`): (title: string) => TestName {
	return title => `${path}: ${title}`
}
