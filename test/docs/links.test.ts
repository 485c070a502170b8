import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/*.md', 'examples/*.md'], { cwd: root })

/** The page's links within the project: `file`, `file#heading` or `#heading`. */
function linksOf(page: string): string[] {
	const text = withoutCode(readFileSync(join(root, page), 'utf8'))
	return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => (/^[a-z]+:/.test(link) ? [] : [link]))
}

/** The headings of a page as link anchors. */
function headingsOf(path: string): string[] {
	const headings = withoutCode(readFileSync(path, 'utf8')).matchAll(/^#{1,6} +(.*)$/gm)
	return [...headings].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	)
}

function withoutCode(text: string): string {
	return text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
}

for (const page of pages) {
	test(`every link in ${page} resolves`, () => {
		const lost = linksOf(page).filter(link => {
			const [file = '', heading] = link.split('#')
			const path = file === '' ? join(root, page) : join(root, dirname(page), decodeURIComponent(file))
			if (!existsSync(path) || relative(root, path).startsWith('..')) return true
			return heading !== undefined && path.endsWith('.md') && !headingsOf(path).includes(heading)
		})
		assert.deepEqual(lost, [])
	})
}

test('every file named in the table of changes exists', () => {
	const [, section = ''] = readFileSync(join(root, 'docs/contributing.md'), 'utf8').split('## You want to change X')
	const [table = ''] = section.split(/^## /m)
	const paths = [...table.matchAll(/`([\w-]+\/[\w./-]+)`/g)].map(([, path = '']) => path)
	assert.ok(paths.length > 40)
	const lost = paths.filter(path => !existsSync(join(root, path)) && !existsSync(join(root, 'packages', path)))
	assert.deepEqual(lost, [])
})

test('there are pages to check', () => assert.ok(pages.includes('README.md') && pages.includes(join('docs', 'dex.md'))))
