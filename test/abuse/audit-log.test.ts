import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { AuditEntry, WireOf } from '@accord/protocol'
import { type RawBuilder, sql } from 'kysely'
import { seededRandom } from '../../packages/bots/src/seeded-random.ts'
import { runCommand } from '../../packages/cli/src/program-fixture.ts'
import { type PageRow, pageColumns, pageOf } from '../../packages/service/src/audit/pages-table.ts'
import { packLines, type StoredPage, unpackLines } from '../../packages/service/src/audit/stored-page.ts'
import { auditLog, untilAudited } from '../network/audit-log.ts'
import { askOperator, operatorKey, operatorSetting, refusedOperator } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { participants } from '../network/participant.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'

// Abuse case 54: someone who runs the service, or has its database, falsifies its actions or their record.

const pair = 'XRD/xUSDC'
let network: TestNetwork
const folder = mkdtempSync(join(tmpdir(), 'accord-audit-'))

before(async () => {
	network = await startTestNetwork({ users: 4, makers: 3, accountLevels: {}, settings: operatorSetting })
})
after(async () => {
	await network?.stop()
	rmSync(folder, { recursive: true })
})

function accord(...args: string[]) {
	return runCommand(args, {
		ACCORD_OPERATOR_URL: network.service.operatorUrl,
		ACCORD_OPERATOR_KEY: operatorKey,
	})
}

const actsOf = (entries: readonly WireOf<typeof AuditEntry>[], subject: string) =>
	entries.filter(entry => entry.subject === subject).map(({ act, actor }) => `${act} by ${actor}`)

// shows decision 50: Every decision and every act of an operator is on record
test('every decision about an order is in the log, with everything it depended on', async () => {
	const [user] = network.users
	const maker = await connectMaker(network, network.makers[0], { books: [{ pair, bids: ['0.05 1000'] }] })
	const solver = connectSolver(network, network.solvers[0])
	const order = await placeOrder(network, user, { sell: '100 XRD', buy: '5 xUSDC' })
	await settle(network, solver, await solver.bundleOf(order))
	await untilState(network, order, 'settled')
	const decided = await untilAudited(network, { act: 'ledger_decided', subject: order.subintentHash })
	const entries = await auditLog(network)
	assert.deepEqual(actsOf(entries, order.subintentHash), [
		`order_accepted by ${user?.account}`,
		'part_filled by maker-1',
		'order_published by service',
		'ledger_decided by ledger',
	])
	const [accepted, filled] = entries.filter(({ subject }) => subject === order.subintentHash) as Pair
	const [partId] = accepted.detail.part_ids as string[]
	assert.equal(filled.detail.part_id, partId)
	assert.deepEqual([decided.detail.state, decided.detail.fills], ['settled', [[partId, 'Settled']]])
	const { changed_at, ...match } = matchOf(accepted)
	assert.equal(typeof changed_at, 'number')
	assert.deepEqual(match, {
		sell: ['XRD', '100'],
		buy: ['xUSDC', '5'],
		level: ['maker-1', '0.05', '1000'],
		parts: [{ maker_id: 'maker-1', levels: [['0.05', '100']], sell: ['xUSDC', '5'], buy: ['XRD', '100'] }],
	})
	await maker.leave()
})

type Pair = [WireOf<typeof AuditEntry>, WireOf<typeof AuditEntry>]
type Match = {
	sell: unknown
	buy: unknown
	offers: { maker_id: string; levels: [string, string, number][] }[]
	parts: unknown
}

/** A match with one level, without the fields that every order shares. */
function matchOf({ detail }: WireOf<typeof AuditEntry>) {
	const { sell, buy, offers, parts } = detail.match as Match
	const [price, amount, changed_at] = offers[0]?.levels[0] ?? []
	return { sell, buy, level: [offers[0]?.maker_id, price, amount], parts, changed_at }
}

test('rejections, time-outs, re-routings and ends are in the log', async () => {
	const [, user] = network.users
	const options = { answer: () => 'reject' as const }
	const rejecting = await connectMaker(network, network.makers[0], {
		...options,
		books: [{ pair, bids: ['0.06 1000'] }],
	})
	const quiet = await connectMaker(network, network.makers[1], {
		answer: silent,
		books: [{ pair, bids: ['0.05 1000'] }],
	})
	const order = await placeOrder(network, user, { sell: '100 XRD', buy: '5 xUSDC' })
	await quiet.asked()
	network.clock.advance(4)
	await untilState(network, order, 'unfilled')
	const ended = await untilAudited(network, { act: 'order_ended', subject: order.subintentHash })
	assert.deepEqual(actsOf(await auditLog(network), order.subintentHash), [
		`order_accepted by ${user?.account}`,
		'part_rejected by maker-1',
		'order_rerouted by service',
		'part_timed_out by maker-2',
		'order_ended by service',
	])
	assert.deepEqual(ended.detail, { state: 'unfilled', fills: [] })
	for (const maker of [rejecting, quiet]) await maker.leave()
})

test('every act of an operator is in the log, with who did it and the state before and after', async () => {
	const key = await askOperator(network, 'POST /operator/operator-keys', { body: { name: 'ann', role: 'admin' } })
	const byAnn = { key: key.operator_key }
	const [first, second] = participants('audited', 2, testNetworkId).map(({ account }) => account)
	const body = { name: 'Delta', accounts: [first] }
	const { maker_id: id } = await askOperator(network, 'POST /operator/makers', { ...byAnn, body })
	await askOperator(network, `POST /operator/makers/${id}/accounts`, { ...byAnn, body: { accounts: [second] } })
	await askOperator(network, `POST /operator/makers/${id}/pause`, { ...byAnn, body: { reason: 'odd \ufffe 💱' } })
	await askOperator(network, `POST /operator/makers/${id}/resume`, byAnn)
	await askOperator(network, `PUT /operator/accounts/${first}/level`, { ...byAnn, body: { level: 1 } })
	const issued = await askOperator(network, `POST /operator/makers/${id}/keys`, byAnn)
	const rotated = await askOperator(network, `POST /operator/keys/${issued.key_id}/rotate`, byAnn)
	await askOperator(network, `DELETE /operator/keys/${rotated.key_id}`, byAnn)
	await askOperator(network, 'POST /operator/database/restored', byAnn)
	await askOperator(network, `DELETE /operator/operator-keys/${key.key_id}`)
	await untilAudited(network, { act: 'operator_key_revoked', subject: key.key_id })
	const entries = await auditLog(network)
	const acts = entries.filter(({ detail }) => 'after' in detail)
	assert.deepEqual(
		acts.map(({ act, actor }) => `${act} by ${actor}`),
		[
			'operator_key_issued by configuration',
			...[
				'maker_created',
				'maker_accounts_added',
				'maker_paused',
				'maker_resumed',
				'level_set',
				'key_issued',
				'key_rotated',
				'key_revoked',
				'database_restored',
			].map(act => `${act} by ann`),
			'operator_key_revoked by configuration',
		],
	)
	const detailOf = (act: string) => acts.find(entry => entry.act === act)?.detail as Record<string, unknown>
	assert.deepEqual(detailOf('level_set'), { before: { level: 0 }, after: { level: 1 } })
	assert.deepEqual(detailOf('maker_accounts_added'), {
		before: [{ address: first, level: 0 }],
		after: [first, second].map(address => ({ address, level: 0 })),
	})
	const { before, after } = detailOf('maker_paused') as { before: unknown; after: { by: string }[] }
	assert.deepEqual([before, after.map(({ by }) => by)], [[], ['operator']])
	const { before: was, after: is } = detailOf('key_revoked') as Record<string, { state: string }>
	assert.deepEqual([was?.state, is?.state], ['valid', 'revoked'])
	const text = JSON.stringify(entries)
	for (const secret of [key.operator_key, issued.api_key, rotated.api_key]) assert(!text.includes(secret))
})

test('a thousand wrong keys and refused orders are one entry for each code and minute, with their number', async () => {
	network.clock.advance(60)
	await network.clock.standStill(async () => {
		const ask = () => refusedOperator(network, 'GET /operator/overview', { key: 'wrong', code: 'unauthorized' })
		for (let n = 0; n < 50; n++) await Promise.all(Array.from({ length: 4 }, ask))
		const [, , user] = network.users
		for (let n = 0; n < 5; n++)
			await refusedWith('no_liquidity', placeOrder(network, user, { sell: `${n + 1} XRD`, buy: '1 xUSDC' }))
	})
	network.clock.advance(61)
	await untilAudited(network, { act: 'operator_refused', subject: '' })
	const entries = await auditLog(network)
	const counts = (act: string) =>
		entries.filter(entry => entry.act === act).map(({ detail }) => [detail.code, detail.count])
	assert.deepEqual(counts('operator_refused'), [['unauthorized', 200]])
	assert.deepEqual(counts('order_refused'), [['no_liquidity', 5]])
	assert.match(entries.find(({ act }) => act === 'order_refused')?.subject ?? '', /^[0-9a-f]{64}$/)
})

test('error: a viewer cannot pause anyone, and the attempt is in the log', async () => {
	const body = { name: 'guest', role: 'viewer' }
	const { operator_key: key } = await askOperator(network, 'POST /operator/operator-keys', { body })
	await refusedOperator(network, 'POST /operator/makers/maker-1/pause', { key, code: 'forbidden' })
	await askOperator(network, 'GET /operator/audit', { key })
	network.clock.advance(61)
	const refused = await untilAudited(network, { act: 'operator_refused', subject: 'pauseMakerByOperator' })
	assert.deepEqual([refused.actor, refused.detail.code], ['guest', 'forbidden'])
})

// shows decision 50: Every match can be repeated
// shows command: The audit log: verify, export, replay
test('a few dozen random orders match the same again, also from a file', async () => {
	const random = seededRandom(15)
	const makers = await Promise.all(
		network.makers.map((account, at) =>
			connectMaker(network, account, {
				answer: silent,
				books: [{ pair, bids: [5, 4, 3].map(price => `0.0${price * 100 - at} ${1000 + Math.floor(random() * 3000)}`) }],
			}),
		),
	)
	const sizes = Array.from({ length: 32 }, () => 100 + Math.floor(random() * 900))
	await network.clock.standStill(async () => {
		for (const [at, size] of sizes.entries())
			await placeOrder(network, network.users[at % 4], {
				sell: `${size} XRD`,
				buy: `${(size * 0.01).toFixed(2)} xUSDC`,
			})
	})
	network.clock.advance(70)
	await network.drain()
	const last = await untilAudited(network, { act: 'maker_created', subject: await lastSubject() })
	const matches = (await auditLog(network)).filter(({ detail }) => 'match' in detail)
	assert(matches.length >= 34, `${matches.length} matches up to entry ${last.number}`)
	assert(
		matches.some(({ detail }) => (detail.part_ids as string[]).length > 1),
		'some were split',
	)
	const ok = `ok: ${matches.length} matches were the same, 0 were recorded without their levels`
	assert.deepEqual(await accord('audit', 'replay'), { code: 0, out: ok, notes: '' })
	const file = join(folder, 'log.jsonl')
	assert.equal((await accord('audit', 'export', file)).code, 0)
	assert.equal((await accord('audit', 'export', file)).code, 2, 'a file is never overwritten')
	assert.equal((await accord('audit', 'replay', '--file', file)).out, ok)
	assert.equal((await accord('audit', 'verify', '--file', file)).code, 0)
	for (const maker of makers) maker.disconnect()
})

/** Written after everything else, so that everything else is chained once it is. */
async function lastSubject(): Promise<string> {
	const body = { name: 'last', accounts: [] }
	return (await askOperator(network, 'POST /operator/makers', { body })).maker_id
}

test('error: a level that was changed in the log is found by matching again', async () => {
	const file = join(folder, 'log.jsonl')
	const lines = readFileSync(file, 'utf8').split('\n')
	const at = lines.findIndex(line => line.includes('"match"'))
	const changed = join(folder, 'changed.jsonl')
	const tampered = lines.with(at, (lines[at] ?? '').replace('["0.05","1000"', '["0.05","60"'))
	writeFileSync(changed, tampered.join('\n'))
	const { code, out } = await accord('audit', 'replay', '--file', changed)
	assert.deepEqual([code, out.split(',')[0]], [1, `entry ${at + 1} gives another match`])
	const verified = await accord('audit', 'verify', '--file', changed)
	assert.match(verified.out, new RegExp(`^broken at entry ${at + 1}: `))
})

// shows decision 50: A changed, removed or swapped entry breaks the chain
test('error: entries can be neither changed nor removed, and anyone who forces it breaks the chain in their page', async () => {
	const { db } = network.service
	const refused = { message: /neither changed nor removed/ }
	for (const change of [
		sql`update audit_page set hash = sha256('')`,
		sql`delete from audit_page where first_number = 1`,
		sql`truncate audit_page`,
		sql`delete from audit_entry`,
		sql`truncate audit_entry`,
	])
		await assert.rejects(change.execute(db), error => refused.message.test(`${error} ${(error as Error).cause}`))
	const { out } = await accord('audit', 'verify')
	const [, newest = ''] = /^newest: (.*)$/m.exec(out) ?? []
	assert.match(out, /^ok: \d+ entries$/m)
	await sql`create table kept as select * from audit_page`.execute(db)
	const pages = await sql<PageRow>`select ${pageColumns} from audit_page p order by first_number`.execute(db)
	const [first, last] = [pages.rows[0], pages.rows.at(-1)].map(row => pageOf(row ?? assert.fail('no page'))) as Ends
	const lines = (await unpackLines(first)) ?? assert.fail('the first page cannot be read')
	const rewrite = (changed: readonly string[]) => sql`
		update audit_page set entries = decode(${packLines(changed).toString('hex')}, 'hex') where first_number = 1`
	const flipped = lines.with(0, (lines[0] ?? '').replace(/"expires_at_s":\d+/, '"expires_at_s":1'))
	const swapped = lines.with(2, lines[3] ?? '').with(3, lines[2] ?? '')
	assert.notDeepEqual(flipped, lines)
	// Of a page's hashes only the last one is stored.
	const atEnd = String(first.lastNumber)
	assert.equal(await brokenBy(rewrite(flipped)), atEnd)
	assert.equal(await brokenBy(rewrite(swapped)), atEnd)
	assert.equal(await brokenBy(sql`update audit_page set hash = sha256('') where first_number = 1`), atEnd)
	assert.equal(await brokenBy(sql`update audit_page set previous_hash = sha256('') where first_number = 1`), '1')
	assert.equal(await brokenBy(rewrite(lines.slice(0, -1))), '1')
	assert.equal(await brokenBy(sql`update audit_page set entries = sha256('') where first_number = 1`), '1')
	assert.equal(await brokenBy(sql`delete from audit_page where first_number = 1`), '1')
	const cut = sql`delete from audit_page where first_number = ${last.firstNumber}`
	assert.equal(await brokenBy(cut), String(last.firstNumber))
	const known = ['--known', newest]
	assert.equal((await accord('audit', 'verify', ...known)).code, 0)
	assert.equal((await accord('audit', 'verify', '--known', `3:${'0'.repeat(64)}`)).code, 1)
	assert.equal((await accord('audit', 'verify', '--known', '3')).code, 2)
	await sql`update audit_head set hash = sha256('')`.execute(db)
	assert.match(
		(await accord('audit', 'verify')).out,
		new RegExp(`^broken at entry ${last.lastNumber + 1}: .* its head`),
	)
})

type Ends = [StoredPage, StoredPage]

/** Changes the log as only the owner of the database can, and restores it; returns where the chain breaks. */
async function brokenBy(change: RawBuilder<unknown>): Promise<string | undefined> {
	await forced(change)
	const { code, out } = await accord('audit', 'verify')
	assert.equal(code, 1, out)
	await forced(sql`delete from audit_page`, sql`insert into audit_page select * from kept`)
	assert.equal((await accord('audit', 'verify')).code, 0)
	return /^broken at entry (\d+): /.exec(out)?.[1]
}

async function forced(...changes: RawBuilder<unknown>[]): Promise<void> {
	await network.service.db.transaction().execute(async trx => {
		await sql`alter table audit_page disable trigger all`.execute(trx)
		for (const change of changes) await change.execute(trx)
		await sql`alter table audit_page enable trigger all`.execute(trx)
	})
}
