/** One instruction of a manifest: its name, its own lines, and its arguments as words in order. */
export type ManifestStep = { readonly name: string; readonly text: string; readonly words: readonly ManifestWord[] }

/** `Address("account_…")` is a word of kind `Address`; a bare string or tuple has the kind '' or its own name. */
export type ManifestWord = { readonly kind: string; readonly value: string }

const statement = /(?:"(?:[^"\\]|\\.)*"|[^;"])+;/g
const word = /(?:([A-Za-z]\w*)\(\s*)?"((?:[^"\\]|\\.)*)"/g

/** The instructions of a manifest's text, as the ledger's own decompiler writes it. */
export function manifestSteps(manifest: string): ManifestStep[] {
	return Array.from(manifest.matchAll(statement), ([whole]) => {
		const text = whole.trim()
		const name = /^\w+/.exec(text)?.[0] ?? ''
		const words = Array.from(text.matchAll(word), ([, kind = '', value = '']) => ({ kind, value }))
		return { name, text, words }
	})
}
