import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { operatorKey, operatorSetting } from '../network/operator-request.ts'
import { participant } from '../network/participant.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'

const main = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))
const { account } = participant('delta', 'Ed25519', 242)
let network: TestNetwork

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 1, solvers: 0, settings: operatorSetting })
})
after(() => network?.stop())

/** Runs a command whose reader is gone before it prints anything. */
async function unread(...args: string[]): Promise<{ code: unknown; stderr: string }> {
	const child = spawn(
		process.execPath,
		['--conditions=accord-source', '--disable-warning=ExperimentalWarning', main, ...args],
		{
			env: {
				...process.env,
				ACCORD_OPERATOR_URL: network.service.operatorUrl ?? '',
				ACCORD_OPERATOR_KEY: operatorKey,
			},
			stdio: ['ignore', 'pipe', 'pipe'],
		},
	)
	child.stdout.destroy()
	let stderr = ''
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		stderr += text
	})
	const [code] = await once(child, 'close')
	return { code, stderr }
}

const commands = [
	['--help'],
	['config', 'docs'],
	['completion', 'bash'],
	['status'],
	['status', '--json'],
	['maker', 'create', 'Delta Capital', '--account', account],
	['maker', 'list'],
	['orders', 'list'],
]

for (const command of commands) {
	test(`accord ${command.join(' ')} ends quietly when no one reads on, as before head`, async () => {
		const { code, stderr } = await unread(...command)
		assert.equal(code, 0)
		assert.doesNotMatch(stderr, /EPIPE|^\s+at /m)
	})
}
