import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { NetworkPlace } from '../network/network-process.ts'

// A block marked ```console runnable holds commands for a running local network, each after a `$`.

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

// A block marked ```sh local is a script for a running local network in `.accord` at port 8480.
for (const page of pages)
	for (const [, script = ''] of readFileSync(join(root, page), 'utf8').matchAll(/^```sh local\n([\s\S]*?)^```/gm))
		test(`the script of ${page} works as printed`, {
			skip: withoutPrograms('curl', 'jq', 'openssl', 'perl'),
		}, t => {
			const directory = mkdtempSync(join(tmpdir(), 'accord-script-'))
			t.after(() => rmSync(directory, { recursive: true }))
			symlinkSync(place.directory, join(directory, '.accord'))
			const input = script.replaceAll('127.0.0.1:8480', `127.0.0.1:${place.port}`)
			const { status, stdout, stderr } = spawnSync('sh', ['-eu'], { cwd: directory, input, encoding: 'utf8' })
			assert.equal(status, 0, `${stdout}\n${stderr}`)
			assert.match(stdout, /"state":"settled"/)
		})

/** Why the scripts that need these programs are skipped, if they are. In CI a skip is a failure. */
function withoutPrograms(...programs: string[]): string | false {
	const missing = programs.filter(program => spawnSync(program, ['--version']).error !== undefined)
	if (missing.length === 0) return false
	if (process.env.CI === 'true') throw new Error(`${missing.join(', ')}: not installed`)
	return `${missing.join(', ')}: not installed`
}

test('there are blocks to run', () => assert.ok(blocks.some(({ page }) => page === join('docs', 'start.md'))))
