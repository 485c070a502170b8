import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { without } from '../fixtures/debian-programs.ts'
import { withoutDebianPostgres } from '../fixtures/postgres.ts'
import type { Totals } from '../network/ledger-totals.ts'
import { findViolations, totalsOf } from './checks.ts'
import { type FaultNetwork, startFaultNetwork } from './fault-network.ts'
import { type Load, startLoad } from './load.ts'
import { untilEnded } from './rounds.ts'

// Shows that the checks can fail: the database is made to do what a faulty service would make it do. Each fault is found.

const skip = withoutDebianPostgres() || without('nats-server')
const opened = new AsyncDisposableStack()
let network: FaultNetwork
let load: Load
let totals: Totals

before(async () => {
	if (skip !== false) return
	network = await startFaultNetwork(opened)
	totals = await totalsOf(network)
	load = await startLoad(network, opened, 1)
})
after(() => opened.disposeAsync())

/** The violations found after some seconds of load under this fault. */
async function findWith(statements: readonly string[], meanwhile: () => Promise<void> = async () => {}) {
	for (const statement of statements) await network.database.query(statement)
	load.users.begin()
	await pause(5_000)
	await meanwhile()
	await load.users.end()
	await untilEnded(network)
	return await findViolations(network, load, totals)
}

test('without a mistake nothing is found, however slow the database is', { skip }, async () => {
	const found = await findWith([
		`create function take_time() returns trigger language plpgsql as $$ begin
			perform pg_sleep(0.1);
			return null;
		end $$`,
		'create trigger take_time after insert on part for each statement execute function take_time()',
	])
	assert.deepEqual(found, [])
})

test('a guard is forgotten: fills complete twice', { skip }, async () => {
	const found = await findWith([
		`create function complete_twice() returns trigger language plpgsql as $$ begin
			update maker set last_sequence = last_sequence + 1 where maker_id = new.maker_id;
			insert into fill_execution select m.maker_id, m.last_sequence, new.part_id, new.outcome, new.occurred_at_ms
				from maker m where m.maker_id = new.maker_id;
			return null;
		end $$`,
		`create trigger complete_twice after insert on fill_execution for each row
			when (new.outcome is not null and pg_trigger_depth() = 0) execute function complete_twice()`,
	])
	assert.match(found.join('\n'), /the log of maker-\d is not whole/)
	await network.database.query('drop trigger complete_twice on fill_execution')
})

const overAdmitted = /was over-admitted/

test('a lock is left out: a maker’s liquidity is promised twice', { skip }, async () => {
	for (const maker of load.makers) maker.withdraw()
	assert.doesNotMatch((await findViolations(network, load, totals)).join('\n'), overAdmitted)
	// Between what a match reads and what it promises, others read the same.
	const slowly = [
		`create function slowly() returns trigger language plpgsql as $$ begin
			perform pg_sleep(0.2);
			return null;
		end $$`,
		'create trigger slowly before insert on part for each statement execute function slowly()',
	]
	const found = await findWith([
		...slowly,
		'create schema without_locks',
		`create function without_locks.pg_advisory_xact_lock(bigint) returns void language sql as 'select'`,
		'alter database postgres set search_path = without_locks, pg_catalog, public',
		'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
	])
	assert.match(found.join('\n'), overAdmitted)
	await network.database.query('alter database postgres reset search_path')
	await network.database.query('drop trigger slowly on part')
})

test('acknowledged before it is synced: orders are lost with the server’s memory', { skip }, async () => {
	const [writer] = await network.database.query<{ pid: number }>(
		`select pid from pg_stat_activity where backend_type = 'walwriter'`,
	)
	assert.ok(writer)
	process.kill(writer.pid, 'SIGSTOP')
	// Configuration is not enough: the service's sessions set it back.
	const tables = await network.database.query<{ name: string }>(
		`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
	)
	const found = await findWith(
		[
			`create function not_synced() returns trigger language plpgsql as $$ begin
				perform set_config('synchronous_commit', 'off', true);
				return null;
			end $$`,
			...tables.map(
				({ name }) => `create trigger not_synced before insert or update or delete on ${name}
					for each statement execute function not_synced()`,
			),
		],
		() => network.database.crash(),
	)
	assert.match(found.join('\n'), /was acknowledged and is (unknown|not in its log)/)
})
