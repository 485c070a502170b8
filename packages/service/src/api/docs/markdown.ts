import { type Html, html } from './html.ts'

/** Where a link of a guide leads on this service; undefined for what it does not serve. */
export type LinkTo = (target: string) => string | undefined

/** As much of Markdown as our guides use: headings, paragraphs, lists, tables and code. Anything else stays text. */
export function markdown(text: string, linkTo: LinkTo): Html {
	const blocks = text.replaceAll(/<!--[\s\S]*?-->\n*/g, '').split(/\n(?=```)|(?<=\n```)\n|\n{2,}/)
	return html`${joined(blocks).map(block => blockOf(withoutIndent(block), linkTo))}`
}

/** Blank lines within a fence belong to it. */
function joined(blocks: readonly string[]): string[] {
	const whole: string[] = []
	for (const block of blocks) {
		const last = whole.at(-1)
		const isOpen = last?.startsWith('```') && !/\n```\s*$/.test(last)
		if (last !== undefined && isOpen) whole[whole.length - 1] = `${last}\n\n${block}`
		else if (block.trim() !== '') whole.push(block)
	}
	return whole
}

/** What stands below an item of a list is shown after it. Four blanks mean code. */
function withoutIndent(block: string): string {
	const text = block.replace(/^\n+|\s+$/g, '')
	return /^ {1,3}\S/.test(text) ? text.replaceAll(/^ {1,3}/gm, '') : text
}

function blockOf(block: string, linkTo: LinkTo): Html {
	const inline = (text: string) => inlineOf(text, linkTo)
	const fence = /^```[^\n]*\n([\s\S]*?)\n?```$/.exec(block)
	if (fence !== null) return html`<pre>${fence[1] ?? ''}</pre>`
	const [, marks, heading, rest = ''] = /^(#{1,4}) ([^\n]*)\n*([\s\S]*)$/.exec(block) ?? []
	if (marks !== undefined && heading !== undefined) return headingOf({ level: marks.length, heading, rest }, linkTo)
	if (/^ {4}/.test(block)) return html`<pre>${block.replaceAll(/^ {4}/gm, '')}</pre>`
	if (block.startsWith('|')) return tableOf(block, inline)
	const list = /^(?:[^\n]*\n)*?(?=(?:- |\d+\. ))/.exec(block)?.[0]
	if (list !== undefined) return listOf(block, list, inline)
	return html`<p>${inline(block)}</p>`
}

type Heading = { readonly level: number; readonly heading: string; readonly rest: string }

/** The title of the page is on it already. */
function headingOf({ level, heading, rest }: Heading, linkTo: LinkTo): Html {
	const id = heading
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N} _-]/gu, '')
		.replaceAll(' ', '-')
	const below = rest === '' ? html`` : blockOf(rest, linkTo)
	if (level === 1) return below
	const tag = { html: level === 2 ? 'h2' : 'h3' }
	return html`<${tag} id="${id}">${inlineOf(heading, linkTo)}</${tag}>
${below}`
}

function tableOf(block: string, inline: (text: string) => Html): Html {
	const [head = [], , ...rows] = block.split('\n').map(line => {
		const cells = line.replaceAll('\\|', '\u0000').split('|').slice(1, -1)
		return cells.map(cell => inline(cell.trim().replaceAll('\u0000', '|')))
	})
	return html`<table>
<tr>${head.map(cell => html`<th>${cell}`)}
${rows.map(row => html`<tr>${row.map(cell => html`<td>${cell}`)}`)}
</table>`
}

function listOf(block: string, before: string, inline: (text: string) => Html): Html {
	const list = block.slice(before.length)
	const items = list.split(/\n(?=- |\d+\. )/).map(item => item.replace(/^(?:-|\d+\.) /, ''))
	const tag = { html: list.startsWith('-') ? 'ul' : 'ol' }
	const first = /^\d+/.exec(list)?.[0]
	const start = first === undefined ? html`` : html` start="${first}"`
	const lead = before.trim() === '' ? html`` : html`<p>${inline(before)}</p>`
	return html`${lead}<${tag}${start}>${items.map(item => html`<li>${inline(item)}`)}</${tag}>`
}

/** Code first: nothing within it means anything. */
function inlineOf(text: string, linkTo: LinkTo): Html {
	const parts = text.split(/(`[^`]+`|!?\[[^\]]*\]\([^)\s]+\)|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/)
	return html`${parts.map(part => partOf(part, linkTo))}`
}

function partOf(part: string, linkTo: LinkTo): Html {
	if (/^`.+`$/s.test(part)) return html`<code>${part.slice(1, -1)}</code>`
	if (/^\*\*.+\*\*$/s.test(part)) return html`<strong>${inlineOf(part.slice(2, -2), linkTo)}</strong>`
	if (/^\*.+\*$/s.test(part)) return html`<em>${inlineOf(part.slice(1, -1), linkTo)}</em>`
	const [, image, label = '', target = ''] = /^(!?)\[([^\]]*)\]\(([^)\s]+)\)$/.exec(part) ?? []
	if (image === undefined) return html`${part}`
	const to = image === '' ? linkTo(target) : undefined
	return to === undefined ? inlineOf(label, linkTo) : html`<a href="${to}">${inlineOf(label, linkTo)}</a>`
}
