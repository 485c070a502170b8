import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { environmentWithoutCompilers } from '../fixtures/readers-environment.ts'
import { withoutRuntime } from '../fixtures/runtimes.ts'
import { freePorts } from '../network/free-ports.ts'
import { NetworkProcess } from '../network/network-process.ts'

const page = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const [clone = '', start = '', trade = ''] = [...page.matchAll(/^\$ (.*)$/gm)].map(([, command = '']) => command)

test('the page begins with a clone, a start and a trade', () => {
	assert.match(clone, /^git clone "\$ACCORD_REPOSITORY" accord && cd accord$/)
	assert.equal(start, 'npm start')
	assert.match(trade, /^npm run trade -- /)
})

// shows decision 58: All Rust is WebAssembly: from a clone to a settled trade with Node 20 and no compiler
test('README.md: from a clone to a settled trade with Node 20 and no compiler', {
	skip: withoutRuntime('node-20'),
}, async t => {
	const directory = mkdtempSync(join(tmpdir(), 'accord-first-'))
	t.after(() => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
	const programs = join(directory, 'programs')
	mkdirSync(programs)
	const port = String(await freePorts(3))
	const env = { ...environmentWithoutCompilers(programs), ACCORD_PORT: port, ACCORD_PLAIN: '1', ACCORD_STILL: '1' }
	assert.notEqual(spawnSync('sh', ['-c', 'command -v cc || command -v cargo'], { env }).status, 0)

	const startedMs = performance.now()
	const network = new NetworkProcess(
		spawn('sh', ['-euc', `${clone}\nexec ${start}`], {
			cwd: directory,
			env,
			detached: true,
			stdio: ['ignore', 'pipe', 'pipe'],
		}),
	)
	t.after(() => network.kill())
	await network.ready()
	const options = { cwd: join(directory, 'accord'), env, encoding: 'utf8' } as const
	const { status, stdout, stderr } = spawnSync('sh', ['-euc', trade], options)
	t.diagnostic(`${((performance.now() - startedMs) / 1000).toFixed(0)} s`)
	assert.equal(status, 0, `${stdout}\n${stderr}`)
	assert.match(stdout, / settled /)

	network.pressCtrlC()
	assert.equal(await network.ended, 0, network.output)
})
