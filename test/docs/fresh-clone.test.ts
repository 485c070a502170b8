import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readersEnvironment } from '../fixtures/readers-environment.ts'
import { withoutRuntime } from '../fixtures/runtimes.ts'

// The blocks of a page marked ```sh fresh are what a reader with only Node 20 types, one after the other.

const root = fileURLToPath(new URL('../../', import.meta.url))
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).flatMap(page => {
	const blocks = readFileSync(join(root, page), 'utf8').matchAll(/^```sh fresh\n([\s\S]*?)^```/gm)
	const commands = [...blocks].map(([, block = '']) => block).join('')
	return commands === '' ? [] : [{ page, commands }]
})

for (const { page, commands } of pages)
	test(`the commands of ${page} work as printed`, { skip: withoutRuntime('node-20') }, t => {
		const directory = mkdtempSync(join(tmpdir(), 'accord-fresh-'))
		t.after(() => rmSync(directory, { recursive: true, force: true }))
		const { status, stdout, stderr } = spawnSync('sh', ['-eu'], {
			cwd: directory,
			env: readersEnvironment(),
			input: commands,
			encoding: 'utf8',
		})
		assert.equal(status, 0, `${stdout}\n${stderr}`)
	})

test('there are commands to run', () => assert.ok(pages.some(({ page }) => page === join('docs', 'sdk.md'))))
