import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { requireProgram, without } from '../fixtures/debian-programs.ts'
import { CommandLine } from '../network/command-line.ts'
import { startTestNetwork } from '../network/test-network.ts'
import { until } from '../network/until.ts'

const unit = readFileSync(new URL('../../deploy/accord.service', import.meta.url), 'utf8')

// shows operation: systemd restarts a service that ends or hangs
test('systemd finds no fault in the unit, which restarts, watches and reloads the service', {
	skip: without('systemd-analyze'),
}, async context => {
	const folder = mkdtempSync(join(tmpdir(), 'accord-unit-'))
	context.after(() => rmSync(folder, { recursive: true }))
	const file = join(folder, 'accord.service')
	writeFileSync(file, unit.replaceAll('/opt/accord/deploy/accord', '/bin/true'))
	const said = await promisify(execFile)(requireProgram('systemd-analyze'), ['verify', '--man=no', file])
	assert.deepEqual(said, { stdout: '', stderr: '' })
	const settings = ['Type=notify', 'NotifyAccess=all', 'Restart=always', 'RestartPreventExitStatus=2', 'WatchdogSec=30']
	const missing = [...settings, 'ExecReload=/bin/kill -HUP $MAINPID'].filter(line => !unit.split('\n').includes(line))
	assert.deepEqual(missing, [])
})

/** Prints each message to a socket as systemd has it. */
const receive =
	'use Socket; socket(S, AF_UNIX, SOCK_DGRAM, 0); bind(S, pack_sockaddr_un($ARGV[0])) or die; $| = 1; print "bound\\n"; while (defined recv(S, $m, 4096, 0)) { print "$m\\n" }'

// shows operation: systemd restarts a service that ends or hangs
test('a service tells systemd when it is ready, again and again that it is alive, and that it stops', {
	skip: without('systemd-notify'),
}, async () => {
	await using opened = new AsyncDisposableStack()
	const folder = mkdtempSync(join(tmpdir(), 'accord-systemd-'))
	opened.defer(() => rmSync(folder, { recursive: true }))
	const socket = join(folder, 'notify')
	const systemd = spawn('perl', ['-e', receive, socket], { stdio: ['ignore', 'pipe', 'inherit'] })
	opened.defer(() => void systemd.kill())
	let heard = ''
	systemd.stdout.on('data', text => {
		heard += text
	})
	await once(systemd.stdout, 'data')
	const times = (message: string) => heard.split('\n').filter(line => line === message).length

	const network = await startTestNetwork({ users: 0, makers: 0, solvers: 0 })
	opened.defer(() => network.stop())
	const config = join(folder, 'accord.json')
	writeFileSync(config, JSON.stringify({ ...network.settings, database: {} }), { mode: 0o600 })
	const commands = new CommandLine()
	opened.defer(() => commands.dispose())
	const watchdog = { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '300000' }
	const service = commands.run(['serve', '--config', config], watchdog)
	await until('it to be alive', () => times('WATCHDOG=1') > 2)
	assert.match(service.output, /the service is ready/)
	assert.equal(times('READY=1'), 1)

	service.signal('SIGSTOP')
	await until('what was sent before to arrive', async () => {
		const before = times('WATCHDOG=1')
		await new Promise(resolve => setTimeout(resolve, 1_000))
		return times('WATCHDOG=1') === before
	})
	service.signal('SIGCONT')
	const before = times('WATCHDOG=1')
	await until('it to be alive again', () => times('WATCHDOG=1') > before)

	service.signal('SIGTERM')
	assert.equal(await service.ended, 0, service.output)
	assert.equal(times('STOPPING=1'), 1)
	assert.equal(times('READY=1'), 1)
})
