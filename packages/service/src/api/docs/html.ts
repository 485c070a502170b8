/** Text that stands in a page as it is. */
export type Html = { readonly html: string }

type Part = Html | string | number | readonly Html[]

/** A piece of a page; what is filled in is text, unless it is a piece itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
	return { html: String.raw({ raw: strings }, ...parts.map(textOf)) }
}

function textOf(part: Part): string {
	if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part))
	return 'html' in part ? part.html : part.map(piece => piece.html).join('\n')
}

function escapeText(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Text in which backquotes mark code. */
export function prose(text: string): Html {
	return { html: escapeText(text).replace(/`([^`]+)`/g, '<code>$1</code>') }
}

/** A value as indented JSON. */
export function json(value: unknown): Html {
	return html`<pre>${JSON.stringify(value, null, 2)}</pre>`
}

/** A whole page. */
export function page({ title, body }: { title: string; body: Html }): Buffer {
	const { html: text } = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${{ html: style }}</style>
<nav><a href="/docs">Accord</a> <a href="/docs/rest">Trade API</a> <a href="/docs/flash">Flash Liquidity API</a> <a href="/docs/solver">Solver API</a></nav>
<h1>${title}</h1>
${body}
</html>
`
	return Buffer.from(text)
}

const style = `
:root { color-scheme: light dark }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif }
nav a { margin-right: 1rem }
pre, code { font-family: ui-monospace, monospace; font-size: 0.875em }
pre { overflow-x: auto; padding: 0.75rem; background: #8882; border-radius: 4px }
table { border-collapse: collapse }
td, th { padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid #8884 }
h3 { margin-top: 2.5rem }
`
