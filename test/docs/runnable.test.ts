import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { NetworkPlace } from '../network/network-process.ts'

// A block marked ```console runnable holds commands for a running local network, each behind a `$`.

const root = fileURLToPath(new URL('../../', import.meta.url))
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
const blocks = pages.flatMap(page => {
	const text = readFileSync(join(root, page), 'utf8')
	return [...text.matchAll(/^```console runnable\n([\s\S]*?)^```/gm)].map(([, block = '']) => ({ page, block }))
})

const place = await NetworkPlace.create()
before(() => place.start('--users', '2'))
after(() => place.dispose())

for (const { page, block } of blocks)
	for (const [, command = ''] of block.matchAll(/^\$ (.*)$/gm))
		test(`${page}: ${command}`, () => {
			const env = { ...process.env, ACCORD_DATA: place.directory }
			const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: root, env, encoding: 'utf8' })
			assert.equal(status, 0, `${stdout}\n${stderr}`)
		})

test('there are blocks to run', () => assert.ok(blocks.some(({ page }) => page === join('docs', 'start.md'))))
