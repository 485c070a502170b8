import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { runCommand } from '../../packages/cli/src/program-fixture.ts'
import { auditLog, untilAudited } from '../network/audit-log.ts'
import { askOperator, operatorKey, operatorSetting, refusedOperator } from '../network/operator-request.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { placeOrder } from '../network/test-user.ts'
import { untilEqual } from '../network/until.ts'

// An operator archives the audit log, day by day, and the chain is verified over files and database.

const dayS = 86_400
let network: TestNetwork
const folder = mkdtempSync(join(tmpdir(), 'accord-archive-'))

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 1, settings: operatorSetting })
})
after(async () => {
	await network?.stop()
	rmSync(folder, { recursive: true })
})

function accord(...args: string[]) {
	return runCommand(args, { ACCORD_OPERATOR_URL: network.service.operatorUrl, ACCORD_OPERATOR_KEY: operatorKey })
}

/** The day that many days from now. */
const dayAfter = (days: number) => new Date(network.clock.nowMs() + days * dayS * 1000).toISOString().slice(0, 10)

async function createMaker(name: string): Promise<void> {
	const { maker_id: subject } = await askOperator(network, 'POST /operator/makers', { body: { name, accounts: [] } })
	await untilAudited(network, { act: 'maker_created', subject })
}

/** How many pages have only entries up to this one. */
async function pagesUpTo(number: number): Promise<number> {
	const { rows } = await sql<{ pages: number }>`
		select count(*)::int4 as pages from audit_page where last_number <= ${number}`.execute(network.service.db)
	return rows[0]?.pages ?? 0
}

// shows decision 50: archived entries are removed from the database; the chain is verified over files and database
test('days that are over move to files, and the whole log is still verified, replayed and exported', async () => {
	const maker = await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }] })
	const order = await placeOrder(network, network.users[0], { sell: '100 XRD', buy: '5 xUSDC' })
	await untilAudited(network, { act: 'order_accepted', subject: order.subintentHash })
	maker.disconnect()
	// More than the first page takes.
	for (let n = 0; n < 130; n++)
		await askOperator(network, 'POST /operator/makers', { body: { name: `maker ${n}`, accounts: [] } })
	await createMaker('first day')
	for (const name of ['second day', 'third day']) {
		network.clock.advance(dayS)
		await createMaker(name)
	}
	const whole = await auditLog(network)
	const ofPastDays = whole.filter(({ at_ms }) => new Date(at_ms).toISOString().slice(0, 10) < dayAfter(0)).length
	assert.notEqual(await pagesUpTo(ofPastDays), 0)
	const archived = await accord('audit', 'archive', folder, '--before', dayAfter(0))
	assert.equal(archived.code, 0, archived.notes)
	const files = readdirSync(folder).toSorted()
	assert.equal(files.length, 2)
	assert.match(files[0] ?? '', new RegExp(`^audit-${dayAfter(-2)}-1-\\d+\\.jsonl\\.zst$`))
	assert.match(files[1] ?? '', new RegExp(`^audit-${dayAfter(-1)}-\\d+-${ofPastDays}\\.jsonl\\.zst$`))
	assert.deepEqual(
		files.map(file => statSync(join(folder, file)).mode & 0o777),
		[0o600, 0o600],
	)
	assert.equal((await accord('audit', 'archive', folder, '--before', dayAfter(0))).out, 'nothing to archive')
	await createMaker('after the archive')
	await untilEqual('the removal', () => pagesUpTo(ofPastDays), 0)

	const verified = await accord('audit', 'verify', '--archive', folder)
	const total = Number(/^ok: (\d+) entries$/m.exec(verified.out)?.[1])
	assert.deepEqual([verified.code, total >= whole.length + 3], [0, true], verified.out)
	const rest = await accord('audit', 'verify')
	assert.match(rest.out, new RegExp(`^ok: ${total - ofPastDays} entries$`, 'm'))
	assert.match(rest.notes, new RegExp(`entries 1 to ${ofPastDays} are archived, the last of them in ${files[1]}`))
	assert.match((await accord('audit', 'replay', '--archive', folder)).out, /^ok: 1 matches were the same/)
	const replayed = await accord('audit', 'replay')
	assert.match(replayed.out, /^ok: 0 matches were the same/)
	assert.match(replayed.notes, /--archive FOLDER reads them too/)
	const known = whole[0]
	assert.equal((await accord('audit', 'verify', '--archive', folder, '--known', `1:${known?.hash}`)).code, 0)
	assert.equal((await accord('audit', 'verify', '--known', `1:${known?.hash}`)).code, 2)

	const exported = join(folder, 'exported.jsonl')
	assert.equal((await accord('audit', 'export', exported, '--archive', folder)).code, 0)
	const lines = readFileSync(exported, 'utf8').trimEnd().split('\n')
	assert.deepEqual(
		lines.slice(0, whole.length).map(line => JSON.parse(line)),
		whole,
	)
	assert.equal((await accord('audit', 'verify', '--file', exported)).code, 0)
	const acts = lines.map(line => JSON.parse(line)).filter(({ act }) => act === 'audit_archived')
	assert.deepEqual(
		acts.map(({ subject }) => subject),
		files,
	)
})

test('error: a damaged or missing archive is named', async () => {
	const [first = '', last = ''] = readdirSync(folder)
		.filter(file => file.endsWith('.zst'))
		.toSorted()
		.map(file => join(folder, file))
	const verify = () => accord('audit', 'verify', '--archive', folder)
	const whole = readFileSync(last)
	const damages: [string, Buffer][] = [
		['shortened', whole.subarray(0, whole.length / 2)],
		['changed', Buffer.concat([whole.subarray(0, 40), Buffer.from('changed'), whole.subarray(40)])],
		['emptied', Buffer.alloc(0)],
	]
	for (const [how, bytes] of damages) {
		writeFileSync(last, bytes)
		const { code, notes } = await verify()
		assert.equal(code, 2, how)
		assert.match(notes, new RegExp(`${last} is not a whole archive`), how)
	}
	writeFileSync(last, whole)
	for (const [file, message] of [
		[last, /archived: audit-.* is missing/],
		[first, /^ok: /],
	] as const) {
		renameSync(file, join(folder, 'elsewhere'))
		const { out, notes } = await verify()
		assert.match(out + notes, message)
		if (file === first) assert.match(notes, /entries 1 to \d+ are in archives that are not in this folder/)
		renameSync(join(folder, 'elsewhere'), file)
	}
	assert.equal((await verify()).code, 0)
})

test('error: only the next entries of this log, of days that are over, can be archived, and only by an admin', async () => {
	const { archived, entries, head } = await askOperator(network, 'GET /operator/audit?after=0')
	const call = 'POST /operator/audit/archives'
	const next = { first: archived.number + 1, last: entries[0].number, hash: entries[0].hash, file: 'a file' }
	const refused = async (change: Partial<typeof next>, detail: RegExp) => {
		const problem = await refusedOperator(network, call, { code: 'validation_failed', body: { ...next, ...change } })
		assert.match(problem.detail ?? '', detail)
	}
	await refused({ first: next.first + 1 }, /the next entry to archive is/)
	await refused({ last: head.number + 1_000 }, /there is no entry/)
	await refused({ last: 1 }, /there is no entry/)
	await refused({ hash: '0'.repeat(64) }, /another log/)
	await refused({}, /is of today/)
	const { operator_key: key } = await askOperator(network, 'POST /operator/operator-keys', {
		body: { name: 'night-shift', role: 'operator' },
	})
	await refusedOperator(network, call, { code: 'forbidden', body: next, key })
	assert.equal((await accord('audit', 'archive', folder, '--before', 'today')).code, 2)
	assert.equal((await accord('audit', 'archive', join(folder, 'none'), '--before', dayAfter(0))).code, 2)
	assert.equal((await accord('audit', 'verify', '--archive', folder)).code, 0)
})
