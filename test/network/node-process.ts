import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DexClient } from '@accord/sdk'
import type { TestNetwork } from './test-network.ts'

/** A node in its own process, otherwise on the same network. */
export type NodeProcess = Pick<TestNetwork, 'dex' | 'flashUrl' | 'solverUrl'> & {
	readonly url: string
	signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' | 'SIGTERM' | 'SIGHUP'): void
	/** Resolves when it has ended. */
	readonly ended: Promise<unknown>
	stop(): Promise<void>
}

const shiftedClock = new URL('shifted-clock.ts', import.meta.url).href
const main = fileURLToPath(new URL('../../packages/service/src/main.ts', import.meta.url))

/** Starts one with the same settings, by the wall clock, or one that is off by this many seconds. */
export async function startNodeProcess(
	{ settings }: Pick<TestNetwork, 'settings'>,
	{ clockOffS = 0 }: { clockOffS?: number } = {},
): Promise<NodeProcess> {
	const folder = mkdtempSync(join(tmpdir(), 'accord-node-'))
	const file = join(folder, 'accord.json')
	writeFileSync(file, JSON.stringify(settings), { mode: 0o600 })
	const child = fork(main, {
		env: {
			...process.env,
			ACCORD_CONFIG: file,
			ACCORD_LOG_LEVEL: process.env.ACCORD_TEST_LOG ?? 'silent',
			ACCORD_TEST_CLOCK_OFF_S: String(clockOffS),
		},
		execArgv: [
			'--conditions=accord-source',
			'--disable-warning=ExperimentalWarning',
			...(clockOffS === 0 ? [] : [`--import=${shiftedClock}`]),
		],
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	})
	const ended = once(child, 'exit')
	const stop = async () => {
		child.kill('SIGKILL')
		await ended
		rmSync(folder, { recursive: true, force: true })
	}
	const ready = await Promise.race([once(child, 'message'), ended.then(() => undefined)])
	if (ready === undefined) {
		await stop()
		throw new Error('the node did not start')
	}
	const [{ url }] = ready
	return {
		url,
		dex: new DexClient({ baseUrl: url }),
		flashUrl: `${url.replace(/^http/, 'ws')}/flash`,
		solverUrl: url.replace(/^http/, 'ws'),
		signal: name => child.kill(name),
		ended,
		stop,
	}
}
