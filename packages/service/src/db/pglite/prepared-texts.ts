import type { Column } from './reply-reader.ts'

/** A statement's text as it is sent. With a name Postgres keeps it, parsed and planned. */
export type PreparedText = {
	readonly sql: string
	readonly name: string
	isPrepared: boolean
	/** What it returns, once it is prepared: Postgres refuses it when that has changed, so it is described only once. */
	columns: readonly Column[]
}

export const unnamed = ''

/** Beyond so many texts all are dropped. */
const textsMax = 1000

/** The texts that were run. One that is run a second time gets a name, so that it is parsed once. */
export class PreparedTexts {
	readonly #texts = new Map<string, PreparedText>()
	#namesGiven = 0

	/** What a text is run as this time. */
	next(sql: string): PreparedText {
		const known = this.#texts.get(sql)
		if (known !== undefined && known.name !== unnamed) return known
		const name = known === undefined ? unnamed : `s${++this.#namesGiven}`
		const text = { sql, name, isPrepared: false, columns: [] }
		this.#texts.set(sql, text)
		return text
	}

	/** Drops all texts if there are too many. Returns the names that Postgres no longer needs. */
	dropTooMany(): readonly string[] {
		if (this.#texts.size < textsMax) return []
		const names = [...this.#texts.values()].map(({ name }) => name)
		this.#texts.clear()
		return names.filter(name => name !== unnamed)
	}
}
