import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { readConfig } from '@accord/service'
import { sql } from 'kysely'
import { openDatabase } from '../../packages/service/src/db/open-database.ts'
import { markers } from '../fixtures/limit-order.ts'
import { debianPostgres, type PostgresServer, startPostgres, withoutDebianPostgres } from '../fixtures/postgres.ts'

const programs = debianPostgres()
const page = readFileSync(new URL('../../docs/operate/install.md', import.meta.url), 'utf8')

/** The commands of the operator's page, with a folder instead of /etc/accord and the user who runs the test. */
function documentedCommands(folder: string): string {
	const [, section = ''] = page.split('## PostgreSQL from nothing')
	const [, commands = ''] = section.split('```')
	const kept = commands
		.trim()
		.split('\n')
		.filter(line => !line.startsWith('apt-get ') && !line.startsWith('chown '))
	assert.equal(kept.length, 4)
	return kept.join('\n').replaceAll('/etc/accord', folder).replaceAll('sudo -u postgres ', '')
}

describe('PostgreSQL from nothing, as documented', { skip: withoutDebianPostgres() }, () => {
	let server: PostgresServer
	let folder: string
	let file: string

	before(async () => {
		server = await startPostgres(programs ?? '', { superuser: 'postgres', others: 'scram-sha-256' })
		folder = mkdtempSync(join(tmpdir(), 'accord-etc-'))
		const env = { PATH: `${programs}:${process.env.PATH}`, PGHOST: server.folder, PGUSER: 'postgres' }
		await promisify(execFile)('sh', ['-euc', documentedCommands(folder)], { env })
		const host = encodeURIComponent(server.folder)
		file = join(folder, 'service.jsonc')
		const database = {
			url: `postgres:///accord?host=${host}&user=accord`,
			password_file: 'database.password',
		}
		const service_key = { curve: 'Ed25519', private_key_hex: '11'.repeat(32) }
		const xrd = 'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3'
		const tokens = [{ symbol: 'XRD', resource_address: xrd, divisibility: 18 }]
		const network = { network_id: 242, gateway_url: 'http://127.0.0.1:1', markers }
		const settings = { ...network, tokens, pairs: [], database, service_key }
		writeFileSync(file, JSON.stringify(settings), { mode: 0o600 })
	})
	after(async () => {
		await server?.stop()
		if (folder !== undefined) rmSync(folder, { recursive: true })
	})

	// shows operation: PostgreSQL from nothing, by the documented commands
	test('the service opens its database with the password in the file, and creates its tables', async () => {
		assert.equal(statSync(join(folder, 'database.password')).mode & 0o777, 0o600)
		const { database } = await readConfig({}, { file })
		const opened = await openDatabase(database)
		try {
			const { rows } = await sql<{ owner: string; superuser: boolean; tables: string }>`
				select current_user as owner, usesuper as superuser,
					(select count(*) from pg_tables where schemaname = 'public' and tableowner = current_user)::text as tables
				from pg_user where usename = current_user`.execute(opened.db)
			assert.deepEqual([rows[0]?.owner, rows[0]?.superuser], ['accord', false])
			assert.ok(Number(rows[0]?.tables) > 10)
		} finally {
			await opened.close()
		}
	})

	// shows operation: PostgreSQL from nothing, by the documented commands
	test('error: a wrong password does not open it, and a password that others can read is not used', async () => {
		const path = join(folder, 'database.password')
		const right = readFileSync(path, 'utf8')
		writeFileSync(path, 'wrong')
		const { database } = await readConfig({}, { file })
		await assert.rejects(openDatabase(database), /password authentication failed/)
		writeFileSync(path, right)
		chmodSync(path, 0o644)
		await assert.rejects(readConfig({}, { file }), /database\.password_file: other users can read/)
		chmodSync(path, 0o600)
	})
})
