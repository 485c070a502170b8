import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../../../scripts/debian-packages.cjs', import.meta.url))

/** What the set-up says when it would install a package, with these variables. */
function say(env: Record<string, string>): { said: string; mayInstall: boolean } {
	const program = `
		const { installPackages, mayInstall } = require(${JSON.stringify(script)})
		let said = ''
		if (!mayInstall()) installPackages(['a-package'], 'for the tests', line => { said = line })
		console.log(JSON.stringify({ said, mayInstall: mayInstall() }))`
	const options = { env: { PATH: process.env.PATH ?? '', ...env }, encoding: 'utf8' } as const
	return JSON.parse(execFileSync(process.execPath, ['-e', program], options))
}

test('system packages are installed only with consent', { skip: !existsSync('/usr/bin/apt-get') }, () => {
	const said = 'a-package for the tests: set ACCORD_INSTALL=1 to have them installed (apt-get)'
	assert.deepEqual(say({}), { said, mayInstall: false })
	assert.deepEqual(say({ ACCORD_INSTALL: '1' }), { said: '', mayInstall: true })
	assert.deepEqual(say({ CI: 'true' }), { said: '', mayInstall: true })
})
