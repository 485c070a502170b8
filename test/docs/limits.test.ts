import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { errorCodes, errorTable } from '@accord/protocol'
import { openApi } from '@accord/protocol/contract'

const read = (page: string) => readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8')

/** The numbers of an object by their paths, such as `orders.expires_in_seconds.min`. */
function leaves(value: unknown, path = ''): [string, string][] {
	if (typeof value !== 'object' || value === null) return [[path, String(value)]]
	return Object.entries(value).flatMap(([name, inner]) => leaves(inner, path === '' ? name : `${path}.${name}`))
}

// shows documents: Every limit of GET /limits is on the page of limits, with its default
test('docs/limits.md has every limit of GET /limits with its default', () => {
	const { paths } = openApi() as { paths: Record<string, { get: Answered }> }
	type Answered = { responses: Record<string, { content: Record<string, { example?: unknown; examples?: unknown }> }> }
	const answer = paths['/limits']?.get.responses['200']?.content['application/json']
	const rows = read('limits.md')
		.split('\n')
		.filter(line => line.startsWith('| `'))
	const limits = leaves(answer?.example)
	assert.ok(limits.length > 30)
	for (const [path, value] of limits) {
		const [group, name] = [path.replace(/\.(min|max)$/, ''), /\.(min|max)$/.exec(path)?.[0] ?? '']
		const row = rows.find(line => line.includes(`\`${group}`) || line.includes(`\`${path}\``))
		assert.ok(row?.includes(name) && row.split('|')[2]?.includes(value), `${path} = ${value}: ${row}`)
	}
})

test('every code in the pages of limits and by-hand exists', () => {
	for (const [, code = ''] of read('limits.md').matchAll(/\| `([a-z_]+)`[^|]*\|$/gm))
		assert.ok(
			errorCodes.some(one => one === code),
			code,
		)
	const [, pitfalls = ''] = read('by-hand.md').split('## Pitfalls')
	for (const [, code = ''] of pitfalls.matchAll(/\| `([a-z_]+)`/g)) if (code !== '') assert.ok(code in errorTable, code)
})
