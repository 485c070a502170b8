import { readFileSync } from 'node:fs'
import { type GuideName, guideNames, guides } from '@accord/protocol/contract'
import { Marked } from 'marked'
import { type Html, html, page } from './html.ts'

const folder = new URL('../../../../../docs/', import.meta.url)

/** A guide in docs as a page; its links to other guides lead to their pages. */
export function guidePage(name: GuideName): Buffer {
	return page({ title: guides[name], body: markdown(guideText(name), target => linkTo(target, name)) })
}

/** A guide as it is written. */
export function guideText(name: GuideName): string {
	return readFileSync(new URL(`${name}.md`, folder), 'utf8')
}

/** The vectors for those who write a codec, as committed. */
export function vectorsText(): Buffer {
	return readFileSync(new URL('vectors.json', folder))
}

const documents: Readonly<Record<string, string>> = {
	'api/openapi.json': '/openapi.json',
	'api/asyncapi.json': '/asyncapi.json',
	'api/openrpc.json': '/openrpc.json',
	'vectors.json': '/docs/vectors.json',
}

function linkTo(target: string, from: GuideName): string | undefined {
	const [file = '', anchor] = target.split('#')
	const name = file === '' ? from : guideNames.find(guide => file === `${guide}.md`)
	if (name === undefined) return documents[file]
	return `/docs/guides/${name}${anchor === undefined ? '' : `#${anchor}`}`
}

/** Where a guide's link leads on this service; undefined if its target is not served. */
type LinkTo = (target: string) => string | undefined

/**
 * Markdown as HTML, without the title, which the page already has. A link to a page that is not served becomes its
 * text, and an image its description. HTML within the Markdown is escaped; comments are left out.
 */
export function markdown(text: string, linkTo: LinkTo): Html {
	const marked = new Marked({
		tokenizer: { html: () => undefined, tag: () => undefined },
		renderer: {
			heading({ depth, text: title, tokens }) {
				if (depth === 1) return ''
				const tag = { html: depth === 2 ? 'h2' : 'h3' }
				const content = { html: this.parser.parseInline(tokens) }
				return html`<${tag} id="${anchorOf(title)}">${content}</${tag}>\n`.html
			},
			link({ href, tokens }) {
				const content = { html: this.parser.parseInline(tokens) }
				const to = linkTo(href)
				return to === undefined ? content.html : html`<a href="${to}">${content}</a>`.html
			},
			image: ({ text: description }) => html`${description}`.html,
		},
	})
	return { html: marked.parse(text.replaceAll(/<!--[\s\S]*?-->\n*/g, ''), { async: false }) }
}

/** The anchor that GitHub would generate for a heading. */
function anchorOf(heading: string): string {
	return heading
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N} _-]/gu, '')
		.replaceAll(' ', '-')
}
