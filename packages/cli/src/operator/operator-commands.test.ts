import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { TradeError, toProblem } from '@accord/protocol'
import { type Operation, operatorOperations } from '@accord/protocol/contract'
import { runCommand } from '../program-fixture.ts'
import { documentedOperator } from './documented-operator.ts'

/** The documented answer of an operation. */
function documented(id: string): Record<string, unknown> {
	const found = Object.values<Operation>(operatorOperations).find(operation => operation.id === id)
	return found?.answers[0]?.body?.example as Record<string, unknown>
}

const makerId = (documented('getMakers').makers as { maker_id: string; name: string }[])[0]
const listedOrder = (documented('listOrders').orders as { subintent_id: string }[])[0]?.subintent_id
const account = 'account_sim12xxx'
const folder = mkdtempSync(join(tmpdir(), 'accord-settings-'))
after(() => rmSync(folder, { recursive: true }))
const settingsFile = join(folder, 'settings.json')
writeFileSync(settingsFile, JSON.stringify({ settlement: { prices: { XRD: '0.06' } } }))

/** Commands, and the operations that they call. */
const commands: [args: string[], ids: string[]][] = [
	[['status'], ['getOverview']],
	[['maker', 'list'], ['getMakers']],
	[
		['maker', 'show', makerId?.name ?? ''],
		['getMakers', 'getMaker'],
	],
	[['maker', 'create', 'Delta', '--account', account, '--level', '1'], ['createMaker']],
	[
		['maker', 'add-account', makerId?.name ?? '', account],
		['getMakers', 'addMakerAccounts'],
	],
	[
		['maker', 'pause', makerId?.name ?? '', '--reason', 'looks wrong'],
		['getMakers', 'pauseMakerByOperator'],
	],
	[
		['maker', 'resume', makerId?.maker_id ?? ''],
		['getMakers', 'resumeMakerByOperator'],
	],
	[['maker', 'level', account], ['getLevel']],
	[['maker', 'level', account, '2'], ['setLevel']],
	[['keys', 'list'], ['getMakers']],
	[
		['keys', 'issue', makerId?.name ?? '', '--label', 'bot'],
		['getMakers', 'issueKey'],
	],
	[['operator-keys', 'list'], ['getOperatorKeys']],
	[['operator-keys', 'issue', 'night-shift', '--role', 'operator'], ['issueOperatorKey']],
	[
		['operator-keys', 'revoke', 'dashboard'],
		['getOperatorKeys', 'revokeOperatorKey'],
	],
	[['integrators', 'list'], ['getIntegrators']],
	[['integrators', 'create', 'northern-dex', '--account', account, '--share', '20%'], ['createIntegrator']],
	[['integrators', 'set', 'northern-dex', '--share', '0.25'], ['setIntegrator']],
	[['integrators', 'revoke', 'northern-dex'], ['revokeIntegrator']],
	[
		['audit', 'verify'],
		['getAuditLog', 'getAuditLog'],
	],
	[
		['audit', 'replay'],
		['getAuditLog', 'getAuditLog'],
	],
	[['settings', 'show'], ['getSettings']],
	[
		['settings', 'diff', settingsFile],
		['getSettings', 'applySettings'],
	],
	[
		['settings', 'apply', settingsFile, '--from', '10m', '--reason', 'XRD has risen'],
		['getSettings', 'applySettings'],
	],
	[['orders', 'list', '--state', 'settled', '--limit', '5'], ['listOrders']],
	[
		['orders', 'show', 'subtxid_sim1abc'],
		['listOrders', 'getOrder'],
	],
	[['database', 'restored'], ['declareRestored']],
	[['instamint', 'customer'], ['getOperatorInstamint']],
	[['instamint', 'customer', account, '--allowance', '1000000'], ['addInstamintCustomer']],
	[['instamint', 'allowance', '1', '1000000'], ['setInstamintAllowance']],
	[['instamint', 'prices'], ['getOperatorInstamint']],
	[['instamint', 'prices', 'xUSDC=20', '--validity', '7d'], ['setInstamintPrices']],
	[['instamint', 'pause'], ['pauseInstamint']],
	[['instamint', 'resume', '1'], ['resumeInstamint']],
	[['instamint', 'loans'], ['getOperatorInstamint']],
	[['instamint', 'reconcile', '1', '--repaid', '100 xUSDC', '--reference', 'ethereum:0x5e1c'], ['reconcileInstamint']],
	[
		['orders', 'trace', 'subtxid_sim1abc', '--manifests'],
		['listOrders', 'getOrderTrace'],
	],
]

for (const [args, ids] of commands)
	test(`accord ${args.join(' ')}`, async t => {
		const service = await documentedOperator(t)
		const { code, out, notes } = await runCommand(args, service.env)
		assert.equal(code, 0, notes)
		assert.deepEqual(
			service.requests.map(({ id }) => id),
			ids,
		)
		assert.notEqual(out, '')
		const last = ids.at(-1) ?? ''
		const json = await runCommand([...args, '--json'], service.env)
		if (args[0] !== 'keys' && args[0] !== 'audit' && args[1] !== 'show')
			assert.deepEqual(JSON.parse(json.out), documented(last))
	})

test('settings are sent as the file says: with its version, and from the time that was given', async t => {
	const { requests, env } = await documentedOperator(t)
	const whole = join(folder, 'whole.json')
	writeFileSync(whole, JSON.stringify({ version: 7, routes: null }))
	const { out } = await runCommand(['settings', 'apply', whole, '--from', '2026-12-01T09:00Z'], env)
	assert.match(out, /settlement\.prices\.XRD: "0\.05" → "0\.06"/)
	await runCommand(['settings', 'diff', whole], env)
	const body = { version: 7, settings: { routes: null } }
	assert.deepEqual(
		requests.flatMap(request => request.body ?? []),
		[
			{ ...body, valid_from_ms: Date.parse('2026-12-01T09:00Z') },
			{ ...body, version: (documented('getSettings') as { version: number }).version, check: true },
		],
	)
	const file = join(folder, 'broken.json')
	writeFileSync(file, '[]')
	for (const args of [[file], [join(folder, 'none.json')], [whole, '--from', 'noon']])
		assert.equal((await runCommand(['settings', 'apply', ...args], env)).code, 2)
})

const hostile = '\x1b[2J\x9b31m\r\u202e\u2028\x07\n| forged line'
// biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may reach a terminal
const obeyed = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e\u2028]/

type Answer = Record<string, unknown>

/** An answer with hostile text at the end of every string that its schema leaves free, except of these members. */
function poisoned(answer: Answer, { id, answers }: Operation, spared: readonly string[]): Answer {
	const schema = answers[0]?.body?.schema ?? assert.fail(id)
	const poison = (holder: Answer, name: string): void => {
		const value = holder[name]
		if (typeof value === 'object' && value !== null) for (const inner in value) poison(value as Answer, inner)
		if (typeof value !== 'string' || spared.includes(name)) return
		holder[name] = value + hostile
		if (!schema.safeParse(copy).success) holder[name] = value
	}
	const copy = structuredClone(answer)
	for (const name in copy) poison(copy, name)
	return copy
}

const poisonedOperations = new Set<string>()
after(() => assert.ok(poisonedOperations.size >= 12, [...poisonedOperations].join(', ')))

/** A refusal whose every text is hostile. */
const refusal = {
	...toProblem(new TradeError('validation_failed', hostile)),
	errors: [{ pointer: hostile, rule: hostile, expected: hostile, found: hostile, detail: hostile }],
}

for (const [args] of commands) {
	test(`accord ${args.join(' ')}: nothing that others wrote reaches the terminal as a control`, async t => {
		const poison = (spared: readonly string[]) => (body: unknown, operation?: Operation) => {
			if (operation === undefined) return refusal
			const answer = poisoned(body as Answer, operation, spared)
			if (JSON.stringify(answer) !== JSON.stringify(body)) poisonedOperations.add(operation.id)
			return answer
		}
		const changes = [poison(['name', 'maker_id', 'key_id', 'hash']), poison([]), () => refusal]
		for (const change of changes) {
			const { env } = await documentedOperator(t, { change })
			for (const command of [args, [...args, '--json']]) {
				const { code, out, notes } = await runCommand(command, env)
				assert.doesNotMatch(out + notes, obeyed)
				for (const line of `${out}\n${notes}`.split('\n')) assert.ok(!line.startsWith('| forged line'), line)
				assert.notEqual(out + notes, '')
				if (change === changes[0] && args[0] !== 'audit') assert.equal(code === 3, false, notes)
			}
		}
	})
}

test('arguments reach the service unchanged', async t => {
	const { requests, env } = await documentedOperator(t)
	await runCommand(['maker', 'create', 'Delta', '--account', 'a_1', 'a_2', '--level', '1'], env)
	await runCommand(['orders', 'list', '--account', 'a_1', '--before', 'x y'], env)
	await runCommand(['orders', 'list', '--subintent', 's_1', '--transaction', 'txid_1'], env)
	await runCommand(['orders', 'show', 's_1'], env)
	await runCommand(['instamint', 'prices', 'xUSDC=20', 'xETH=60000', '--validity', '12h'], env)
	await runCommand(['integrators', 'create', 'dex.1', '--account', 'a_1', '--share', '12.5%'], env)
	await runCommand(['integrators', 'set', 'dex.1', '--account', 'a_2'], env)
	await runCommand(['instamint', 'pause', '2'], env)
	await runCommand(['instamint', 'reconcile', '2', '--repaid', '1.5 xETH', '--reference', 'a b'], env)
	assert.deepEqual(requests, [
		{ id: 'createMaker', path: '/operator/makers', body: { name: 'Delta', accounts: ['a_1', 'a_2'], level: 1 } },
		{ id: 'listOrders', path: '/operator/orders?account=a_1&limit=20&before=x+y' },
		{ id: 'listOrders', path: '/operator/orders?subintent=s_1&transaction_id=txid_1&limit=20' },
		{ id: 'listOrders', path: '/operator/orders?subintent=s_1' },
		{ id: 'getOrder', path: `/operator/orders/${listedOrder}` },
		{
			id: 'setInstamintPrices',
			path: '/operator/instamint/prices',
			body: {
				prices: [
					{ symbol: 'xUSDC', price_xrd: '20' },
					{ symbol: 'xETH', price_xrd: '60000' },
				],
				price_validity_s: 43_200,
			},
		},
		{
			id: 'createIntegrator',
			path: '/operator/integrators',
			body: { code: 'dex.1', account: 'a_1', share: '0.125' },
		},
		{ id: 'setIntegrator', path: '/operator/integrators/dex.1', body: { account: 'a_2' } },
		{ id: 'pauseInstamint', path: '/operator/instamint/pause', body: { customer_id: 2 } },
		{
			id: 'reconcileInstamint',
			path: '/operator/instamint/reconcile',
			body: { customer_id: 2, repaid: { symbol: 'xETH', amount: '1.5' }, reference: 'a b' },
		},
	])
})

// shows command: Keys are sent and written only where they belong
test('--out writes a key to a new file instead of the terminal, and never overwrites one', async t => {
	const folder = mkdtempSync(join(tmpdir(), 'accord-keys-'))
	t.after(() => rmSync(folder, { recursive: true }))
	const { env, requests } = await documentedOperator(t)
	const path = join(folder, 'maker.key')
	const key = String(documented('issueKey').api_key)
	const shown = await runCommand(['keys', 'issue', makerId?.name ?? ''], env)
	assert.ok(shown.out.includes(key))
	const { code, out, notes } = await runCommand(['keys', 'issue', makerId?.name ?? '', '--out', path, '--json'], env)
	assert.equal(code, 0)
	assert.ok(!`${out}${notes}`.includes(key))
	assert.equal(readFileSync(path, 'utf8'), `${key}\n`)
	assert.equal(statSync(path).mode & 0o777, 0o600)
	requests.length = 0
	assert.equal((await runCommand(['keys', 'issue', makerId?.name ?? '', '--out', path], env)).code, 2)
	assert.deepEqual(requests, [])
})

test('error: an unknown maker or key is reported before anything changes', async t => {
	const { requests, env } = await documentedOperator(t)
	const { code, notes } = await runCommand(['maker', 'pause', 'unknown'], env)
	assert.equal(code, 2)
	assert.ok(notes.includes(makerId?.name ?? '?'), notes)
	const secret = 'accord_not-a-key-of-anybody'
	const revoked = await runCommand(['keys', 'revoke', secret], env)
	assert.equal(revoked.code, 2)
	assert.ok(!revoked.notes.includes(secret), 'what may be a key is not repeated')
	assert.deepEqual(
		requests.map(({ id }) => id),
		['getMakers', 'getMakers'],
	)
})
