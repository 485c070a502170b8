import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const starters = ['../bin/accord.cjs', '../../../deploy/accord'].map(path =>
	fileURLToPath(new URL(path, import.meta.url)),
)

for (const starter of starters) {
	const name = starter.split('/').slice(-2).join('/')
	const run = (...args: string[]) => spawnSync(starter, args, { cwd: tmpdir(), encoding: 'utf8' })

	test(`${name} runs the command from any directory and exits with its code`, () => {
		const version = run('--version')
		assert.equal(version.status, 0, version.stderr)
		assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/)
		const wrong = run('fly')
		assert.equal(wrong.status, 2)
		assert.match(wrong.stderr, /unknown command 'fly'/)
		const unreachable = run('book', '--service', 'http://127.0.0.1:9')
		assert.equal(unreachable.status, 3, unreachable.stderr)
	})
}
