import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { runCommand } from './program-fixture.ts'

/** What bash would offer after these words, the last of which is still being typed. */
function offered(script: string, words: readonly string[]): string[] {
	const set = `COMP_WORDS=(${words.map(word => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _accord`
	return execFileSync('bash', ['-c', `${script}\n${set}; printf '%s\\n' "\${COMPREPLY[@]}"`], { encoding: 'utf8' })
		.split('\n')
		.filter(Boolean)
}

test('bash completes the commands and options valid at the cursor', async () => {
	const { out: script } = await runCommand(['completion', 'bash'])
	assert.deepEqual(offered(script, ['accord', 'mak']), ['maker'])
	assert.deepEqual(offered(script, ['accord', 'maker', 'p']), ['pause'])
	assert.deepEqual(offered(script, ['accord', 'keys', 'rotate', 'accord_Jb', '--o']), [
		'--operator',
		'--out',
		'--overlap',
	])
	assert.deepEqual(offered(script, ['accord', 'orders', 'list', '--state', 'settled', '--li']), ['--limit'])
})

for (const shell of ['zsh', 'fish'])
	test(`${shell} gets every command with its description`, async () => {
		const { code, out } = await runCommand(['completion', shell])
		assert.equal(code, 0)
		assert.match(out, /rotate/)
		assert.match(out, /replace a key/)
	})

test('error: an unsupported shell is invalid usage', async () => {
	assert.equal((await runCommand(['completion', 'tcsh'])).code, 2)
})
