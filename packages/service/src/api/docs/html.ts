/** Markup that is written to a page unchanged. */
export type Html = { readonly html: string }

type Part = Html | string | number | readonly Html[]

/** A piece of a page. Values are escaped unless they are pieces themselves. */
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

/** Text in which code is marked by backquotes. */
export function prose(text: string): Html {
	return { html: escapeText(text).replace(/`([^`]+)`/g, '<code>$1</code>') }
}

/** A value as indented JSON. */
export function json(value: unknown): Html {
	return html`<pre>${JSON.stringify(value, null, 2)}</pre>`
}

/** A complete page. */
export function page({ title, body }: { title: string; body: Html }): Buffer {
	const links = chapters.map(([path, name]) => {
		const here = name === title ? html` aria-current="page"` : html``
		return html`<a href="${path}"${here}>${name}</a>`
	})
	const { html: text } = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${{ html: style }}</style>
<header><nav aria-label="Documentation"><a href="/docs"><b>Accord</b></a>
${links}
<a href="/">Trade</a></nav></header>
<main>
<h1>${title}</h1>
${body}
</main>
</html>
`
	return Buffer.from(text)
}

const chapters = [
	['/docs/rest', 'Trade API'],
	['/docs/flash', 'Flash Liquidity API'],
	['/docs/solver', 'Solver API'],
] as const

const style = `
:root {
	color-scheme: light dark;
	--page: light-dark(#f4f6f9, #0b0e14);
	--surface: light-dark(#ffffff, #12161f);
	--line: light-dark(#dfe4ec, #232a38);
	--text: light-dark(#121722, #e8ecf4);
	--muted: light-dark(#515c70, #9aa5b8);
	--link: light-dark(#1f43c4, #7d9cff);
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text);
	font: 15px/1.6 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, system-ui, sans-serif }
a { color: var(--link); text-underline-offset: 0.2em }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
header { position: sticky; top: 0; background: var(--surface); border-bottom: 1px solid var(--line) }
nav { display: flex; flex-wrap: wrap; gap: 0 1.5rem; max-width: 64rem; margin: 0 auto; padding: 0 1.5rem }
nav a { padding: 1rem 0 calc(1rem - 2px); border-bottom: 2px solid transparent; color: var(--muted); font-weight: 550;
	text-decoration: none }
nav a:hover, nav a[aria-current], nav b { color: var(--text) }
nav a[aria-current] { border-color: var(--link) }
nav a:last-child { margin-inline-start: auto; color: var(--link) }
main { max-width: 64rem; margin: 0 auto; padding: 1rem 1.5rem 6rem }
h1 { font-size: 1.75rem; letter-spacing: -0.02em }
h2 { margin-top: 3rem; font-size: 1.25rem; text-transform: capitalize }
h3 { margin-top: 2.5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); scroll-margin-top: 4rem }
h3 code { font-size: 1rem; color: var(--link) }
pre, code { font-family: ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", Menlo, monospace; font-size: 0.8125rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; border: 1px solid var(--line); border-radius: 10px; background: var(--surface);
	line-height: 1.5 }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem }
td, th { padding: 0.5rem 1rem 0.5rem 0; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line) }
th { color: var(--muted); font-weight: 500 }
td { overflow-wrap: anywhere }
@media (min-width: 48rem) { td:first-child { white-space: nowrap } }
summary { padding: 0.5rem 0; color: var(--link); font-weight: 550; cursor: pointer }
`
