import { readFileSync } from 'node:fs'
import { type GuideName, guideNames, guides } from '@accord/protocol/contract'
import { page } from './html.ts'
import { markdown } from './markdown.ts'

const folder = new URL('../../../../../docs/', import.meta.url)

/** A guide of docs as a page; its links to other guides lead to their pages. */
export function guidePage(name: GuideName): Buffer {
	const text = readFileSync(new URL(`${name}.md`, folder), 'utf8')
	return page({ title: guides[name], body: markdown(text, target => linkTo(target, name)) })
}

const documents: Readonly<Record<string, string>> = {
	'api/openapi.json': '/openapi.json',
	'api/asyncapi.json': '/asyncapi.json',
	'api/openrpc.json': '/openrpc.json',
}

function linkTo(target: string, from: GuideName): string | undefined {
	const [file = '', anchor] = target.split('#')
	const name = file === '' ? from : guideNames.find(guide => file === `${guide}.md`)
	if (name === undefined) return documents[file]
	return `/docs/guides/${name}${anchor === undefined ? '' : `#${anchor}`}`
}
