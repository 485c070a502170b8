import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../../packages/service/src/db/open-database.ts'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { without } from '../fixtures/debian-programs.ts'
import { startPgbouncer } from '../fixtures/pgbouncer.ts'

const { config, drop } = await createTestDatabase()
after(drop)

const skip = without('pgbouncer')
/** PgBouncer refuses it unless told to ignore it. */
const sent = ['options']

async function refusalThrough(options: Omit<Parameters<typeof startPgbouncer>[0], 'url'>): Promise<string> {
	const pooler = await startPgbouncer({ ...config, ...options })
	try {
		const opened = await openDatabase({ url: pooler.url })
		await opened.close()
		return 'it opens'
	} catch (error) {
		return error instanceof Error ? error.message : String(error)
	} finally {
		await pooler.stop()
	}
}

for (const [title, options] of [
	['a pool of transactions', { poolMode: 'transaction' }],
	['a pool of transactions with a single session', { poolMode: 'transaction', poolSize: 1 }],
	['a pool of statements', { poolMode: 'statement' }],
] as const) {
	// shows decision 43: One service per database
	test(`error: behind ${title} the database is not opened, since locks and settings would not hold`, {
		skip,
	}, async () => {
		assert.match(
			await refusalThrough({ ...options, ignored: sent }),
			/^the database test_\w+ on 127\.0\.0\.1 is behind a pooler that gives each transaction another session.*session pooling/,
		)
	})
}

// shows decision 43: One service per database
test('error: nor behind a pool of sessions that drops their settings, which are named', { skip }, async () => {
	const refusal = await refusalThrough({ poolMode: 'session', ignored: sent })
	assert.match(
		refusal,
		/^the database test_\w+ on 127\.0\.0\.1 does not keep the settings of its sessions \(.*\): connect to /,
	)
	for (const name of ['lock_timeout', 'statement_timeout', 'jit']) assert.match(refusal, new RegExp(`\\b${name}\\b`))
})

test('error: nor behind one that refuses settings', { skip }, async () => {
	const refusal = await refusalThrough({ poolMode: 'session', ignored: ['extra_float_digits'] })
	assert.match(refusal, /^the database test_\w+ on 127\.0\.0\.1 cannot be reached: unsupported startup parameter/)
})

test('a server of one’s own is opened, with every setting in force', async () => {
	const opened = await openDatabase(config)
	const { rows } = await sql<{ name: string; setting: string }>`
		select name, setting from pg_settings where name in ('lock_timeout', 'statement_timeout', 'jit') order by name`.execute(
		opened.requests,
	)
	await opened.close()
	assert.deepEqual(rows, [
		{ name: 'jit', setting: 'off' },
		{ name: 'lock_timeout', setting: '2000' },
		{ name: 'statement_timeout', setting: '10000' },
	])
})
