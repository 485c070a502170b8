import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/**
 * Runs every test of the project, or those named: `npm test -- packages/protocol/src/decimal.test.ts`.
 * Files run two at a time: each owns its ports, database and ledger.
 */
const named = process.argv.slice(2)
const globs = named.length > 0 ? named : ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts']
const child = spawn(
	process.execPath,
	[
		'--conditions=accord-source',
		'--disable-warning=ExperimentalWarning',
		'--test',
		'--test-concurrency=2',
		'--test-timeout=600000',
		...globs,
	],
	{ stdio: 'inherit' },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
