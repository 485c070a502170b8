import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { derivePrivateKey, playSeed } from '@accord/ledger'
import { startTestLedger, type TestLedger } from '../../../test/fixtures/ledger.ts'

let ledger: TestLedger
let folder: string

before(async () => {
	ledger = await startTestLedger()
	folder = mkdtempSync(join(tmpdir(), 'accord-main-'))
})
after(async () => {
	await ledger?.stop()
	rmSync(folder, { recursive: true, force: true })
})

describe('the service as a process', () => {
	const ends: [string, (child: ChildProcess) => void][] = [
		['on SIGTERM', child => child.kill('SIGTERM')],
		['when its parent is gone', child => child.disconnect()],
	]
	for (const [when, end] of ends) {
		it(`tells its parent when it is ready, and ends cleanly ${when}`, async () => {
			const { child, exited } = start(settings())
			const [message] = await once(child, 'message')
			assert.equal(message.type, 'ready')
			assert.equal((await fetch(`${message.url}/trade/tokens`)).status, 200)
			end(child)
			assert.deepEqual(await exited, [0, null])
		})
	}

	it('error: a wrong configuration ends it with a message that names the setting', async () => {
		const { exited, stderr } = start({ ...settings(), pairs: [{ base: 'XRD', quote: 'nothing' }] })
		assert.deepEqual(await exited, [1, null])
		assert.match(stderr(), /pairs\.0: nothing is not among the tokens/)
		assert.doesNotMatch(stderr(), /\n {4}at /)
	})

	it('error: spans by a protocol that it does not speak end it with a message that names the variable', async () => {
		const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }
		const { exited, stderr } = start(settings(), env)
		assert.deepEqual(await exited, [1, null])
		assert.match(stderr(), /OTEL_EXPORTER_OTLP_PROTOCOL/)
		assert.doesNotMatch(stderr(), /\n {4}at /)
	})

	it('error: a Gateway that does not answer ends it', async () => {
		const elsewhere = { ...settings(), gateway_url: 'http://127.0.0.1:9' }
		const { exited, stderr } = start(elsewhere)
		assert.deepEqual(await exited, [1, null])
		assert.match(stderr(), /Gateway/)
	})
})

function start(config: unknown, env: NodeJS.ProcessEnv = {}) {
	const file = join(folder, `${process.hrtime.bigint()}.json`)
	writeFileSync(file, JSON.stringify(config), { mode: 0o600 })
	const child = fork(join(import.meta.dirname, 'main.ts'), {
		env: { ...process.env, ACCORD_CONFIG: file, ACCORD_LOG_LEVEL: 'silent', ...env },
		execArgv: ['--conditions=accord-source', '--disable-warning=ExperimentalWarning'],
		silent: true,
	})
	let errors = ''
	child.stderr?.on('data', data => {
		errors += data
	})
	return { child, exited: once(child, 'exit'), stderr: () => errors }
}

function settings() {
	const { curve, privateKeyHex } = derivePrivateKey({ seed: playSeed, name: 'service', curve: 'Ed25519' })
	return {
		network_id: 242,
		gateway_url: ledger.url,
		port: 0,
		database: {},
		service_key: { curve, private_key_hex: privateKeyHex },
		markers: ledger.markers,
		tokens: ledger.tokens.map(({ symbol, resourceAddress, divisibility }) => {
			return { symbol, resource_address: resourceAddress, divisibility }
		}),
		pairs: [{ base: 'XRD', quote: 'xUSDC' }],
	}
}
