import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseTests } from './fixtures/database-tests.ts'
import { postgresPrograms, startPostgres } from './fixtures/postgres.ts'

/**
 * Runs every test of the project, or those named: `npm test -- packages/protocol/src/amount/decimal.test.ts`.
 * Files run two at a time: each owns its ports, database and ledger. Those that use a database run on PGlite first and
 * then, where it is installed, on PostgreSQL. All of them together must have seen every documented status.
 */
const named = process.argv.slice(2)
const globs = named.length > 0 ? named : ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts']

let running: ChildProcess | undefined
let stopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.on(signal, () => {
		stopped = true
		running?.kill(signal)
	})
}
const first = named.length > 0 ? await runTests(globs) : await runRecorded()
const exitCodes = [first, await runOnPostgres(databaseTests(globSync(globs)))]
process.exitCode = exitCodes.find(code => code !== 0) ?? 0

/** Runs them all; when nothing failed, compares what their services answered with the documents. */
async function runRecorded(): Promise<number> {
	const directory = mkdtempSync(join(tmpdir(), 'accord-record-'))
	const record = { ACCORD_RECORD: join(directory, 'answers') }
	try {
		const code = await runTests(globs, record)
		return code === 0 && !stopped ? await runTests(['test/conformance/every-status.ts'], record) : code
	} finally {
		rmSync(directory, { recursive: true })
	}
}

async function runTests(files: readonly string[], environment: Record<string, string> = {}): Promise<number> {
	running = spawn(
		process.execPath,
		[
			'--conditions=accord-source',
			'--disable-warning=ExperimentalWarning',
			'--test',
			'--test-concurrency=2',
			'--test-timeout=600000',
			...files,
		],
		{ stdio: 'inherit', env: { ...process.env, ...environment } },
	)
	const [code, signal] = await once(running, 'exit')
	return code ?? 128 + constants.signals[signal as NodeJS.Signals]
}

async function runOnPostgres(files: readonly string[]): Promise<number> {
	if (files.length === 0 || stopped) return 0
	const programs = postgresPrograms()
	if (programs === undefined) return skip(`${files.length} test files on PostgreSQL`, 'it is not installed')
	const server = await startPostgres(programs)
	try {
		if (stopped) return 0
		console.log(`\n${files.length} test files on PostgreSQL:`)
		return await runTests(files, { ACCORD_TEST_DATABASE: server.url })
	} finally {
		await server.stop()
	}
}

/** In CI everything is there to be run: a skip is a failure. */
function skip(what: string, reason: string): number {
	console.log(`﹣ ${what} # SKIP: ${reason}`)
	return process.env.CI === 'true' ? 1 : 0
}
