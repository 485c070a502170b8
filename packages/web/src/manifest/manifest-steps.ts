/** An instruction of a manifest: its name, its text, and its arguments in order. */
export type ManifestStep = { readonly name: string; readonly text: string; readonly words: readonly ManifestWord[] }

/** An argument: `Address("account_…")` has the kind `Address`, a bare string has the kind ''. */
export type ManifestWord = { readonly kind: string; readonly value: string }

const statement = /(?:"(?:[^"\\]|\\.)*"|[^;"])+;/g
const word = /(?:([A-Za-z]\w*)\(\s*)?"((?:[^"\\]|\\.)*)"/g

/** Parses a manifest as the ledger's own decompiler formats it. */
export function manifestSteps(manifest: string): ManifestStep[] {
	return Array.from(manifest.matchAll(statement), ([whole]) => {
		const text = whole.trim()
		const name = /^\w+/.exec(text)?.[0] ?? ''
		const words = Array.from(text.matchAll(word), ([, kind = '', value = '']) => ({ kind, value }))
		return { name, text, words }
	})
}
