import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { createTemplate, startTestServer } from '../packages/service/src/testing/test-server.ts'
import { debianPostgres, startPostgres } from './fixtures/postgres.ts'
import { changedTests } from './run/changed-files.ts'
import { keepDurations, longestFirst } from './run/durations.ts'
import { type Lane, lanesOf } from './run/lanes.ts'
import { allFiles, everydayFiles, olderServerFiles } from './run/tiers.ts'

// `npm test` runs the everyday tests; `-- --all` everything, as CI does; `-- --changed` what a change reaches, since HEAD
// or `--since REVISION`; `-- FILE…` these files. They share one PostgreSQL server, on which each makes its own databases.

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { all: { type: 'boolean' }, changed: { type: 'boolean' }, since: { type: 'string', default: 'HEAD' } },
})
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

/** How many failing files are retried: two cores may be too slow for a few tests at once, but not for many. */
const retriedMax = 3
/** What failed, whether or not it passed later: printed last. */
const failures: string[] = []
const files = chosenFiles()
if (files.length === 0) console.log('the change reaches no test')
const isBeyondEveryday = files.some(file => !everydayFiles().includes(file))
if (isBeyondEveryday) spawnSync(process.execPath, ['setup.cjs', '--test'], { stdio: 'inherit' })
const isGood = files.length === 0 || (values.all ? await runAll(files) : await runHere(files))
for (const failure of failures) console.log(`${isGood ? 'flaky' : 'failed'}: ${failure}`)
process.exitCode = isGood && !stop.signal.aborted ? 0 : 1

function chosenFiles(): string[] {
	if (values.changed) return changedTests(allFiles(), values.since)
	if (values.all) return allFiles()
	return positionals.length > 0 ? positionals : everydayFiles()
}

/** Together they must have seen every documented status. */
async function runAll(files: readonly string[]): Promise<boolean> {
	const directory = mkdtempSync(join(tmpdir(), 'accord-record-'))
	const record = { ACCORD_RECORD: join(directory, 'answers') }
	try {
		const areGood = await runHere(files, record)
		const hasSeenAll = areGood && (await runTests(['test/conformance/every-status.ts'], record))
		return (await runOnOlderServer()) && hasSeenAll
	} finally {
		rmSync(directory, { recursive: true })
	}
}

async function runHere(files: readonly string[], environment: Environment = {}): Promise<boolean> {
	const server = await startTestServer()
	try {
		return await runTests(files, { ...environment, ACCORD_TEST_SERVER: server.url })
	} finally {
		await server.stop()
	}
}

/** Operators' servers may be older than the embedded one. In CI there is one: a skip is a failure. */
async function runOnOlderServer(): Promise<boolean> {
	if (stop.signal.aborted) return false
	const programs = debianPostgres()
	if (programs === undefined) {
		console.log('﹣ migrations and main stories on an older PostgreSQL # SKIP: it is not installed')
		return process.env.CI !== 'true'
	}
	console.log(`\nmigrations and main stories on ${programs}:`)
	const server = await startPostgres(programs)
	try {
		await createTemplate(server.url)
		return await runTests(olderServerFiles(), { ACCORD_TEST_SERVER: server.url })
	} finally {
		await server.stop()
	}
}

type Environment = Readonly<Record<string, string>>

async function runTests(files: readonly string[], environment: Environment): Promise<boolean> {
	// Compiling what all files import takes a third of the time.
	Object.assign(process.env, { NODE_COMPILE_CACHE: resolve('node_modules/.accord-compiled'), ...environment })
	const failed: string[] = []
	for (const lane of lanesOf(files)) {
		if (stop.signal.aborted) return false
		failed.push(...(await runLane(lane)))
	}
	if (failed.length === 0) return true
	if (failed.length > retriedMax || stop.signal.aborted) return false
	console.log(`\nretrying one at a time: ${failed.join(', ')}`)
	return (await runLane({ files: failed, atOnce: 1 })).length === 0
}

/** The files that failed. */
async function runLane({ files, atOnce }: Lane): Promise<string[]> {
	const events = run({
		files: longestFirst(files),
		concurrency: atOnce,
		timeout: 60_000 * Number(process.env.ACCORD_TEST_MINUTES ?? 10),
		execArgv: ['--conditions=accord-source', '--disable-warning=ExperimentalWarning'],
		signal: stop.signal,
	})
	const durations: Record<string, number> = {}
	const passed = new Set<string>()
	events.on('test:fail', ({ todo, name, details: { error } }) => {
		const isOfSubtests = 'failureType' in error && error.failureType === 'subtestsFailed'
		if (todo === undefined && !isOfSubtests) failures.push(`${name}: ${error.cause ?? error.message}`)
	})
	events.on('test:summary', ({ file, success, duration_ms }) => {
		if (file === undefined) return
		durations[relative('.', file)] = Math.round(duration_ms)
		if (success) passed.add(relative('.', file))
	})
	events.compose(spec).pipe(process.stdout)
	await finished(events)
	keepDurations(durations)
	return files.filter(file => !passed.has(relative('.', file)))
}
