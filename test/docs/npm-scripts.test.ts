import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const root = new URL('../../', import.meta.url)
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as Record<
	'scripts',
	Readonly<Record<string, string>>
>

test('every npm script is one command of Node that sh and cmd.exe read alike', () => {
	const others = Object.entries(scripts).filter(([, script]) => !/^(exec )?node( [\w./:=-]+)+$/.test(script))
	assert.deepEqual(others, [])
})

test('cmd.exe finds an exec that runs the rest of its line', () => {
	const [, command] = readFileSync(new URL('exec.cmd', root), 'utf8').split(/\r?\n/)
	assert.equal(command, '@%*')
})
