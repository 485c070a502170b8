import { sql } from 'kysely'
import { bytesOf } from '../../packages/service/src/bundles/packed-items.ts'
import { connectMaker } from '../../test/network/test-maker.ts'
import type { TestNetwork } from '../../test/network/test-network.ts'
import { placeOrder } from '../../test/network/test-user.ts'
import { until } from '../../test/network/until.ts'

/** Has one real trade published, whose rows are then copied; returns the order's hash. */
export async function publishOne(network: TestNetwork): Promise<string> {
	const maker = await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 10000'] }] })
	const { subintentHash } = await placeOrder(network, network.users[0], { sell: '100 XRD', buy: '5 xUSDC' })
	const { db } = network.service
	const bundleOf = db.selectFrom('bundle').select('bundle_number').where('order_hash', '=', subintentHash)
	await until('the trade to be published', async () => (await bundleOf.executeTakeFirst()) !== undefined)
	maker.disconnect()
	return subintentHash
}

/** The items of an order's bundle, which are packed if it has ended. */
export async function itemsOf(db: TestNetwork['service']['db'], orderHash: string): Promise<readonly string[]> {
	const row = await db.selectFrom('bundle').selectAll().where('order_hash', '=', orderHash).executeTakeFirstOrThrow()
	return bytesOf(row, []).items
}

/** Publishes further copies of an order's bundle by inserting rows only: to solvers each is a new one. */
export async function publishCopies(
	{ db }: Pick<TestNetwork['service'], 'db'>,
	{ of, items, count }: { of: string; items: readonly string[]; count: number },
): Promise<void> {
	await sql`
		with numbered as (update bundle_sequence set last_number = last_number + ${count} returning last_number),
		copies as (select last_number - ${count} + n as number, 'copy-' || (last_number + n) as hash from numbered, generate_series(1, ${count}::int) n),
		hashes as (insert into subintent select hash, 'order', 0 from copies),
		orders as (
			insert into "order" select o.* from copies, "order" t, jsonb_populate_record(t, jsonb_build_object(
				'subintent_hash', hash, 'subintent_id', hash, 'state', 'settled'
			)) o where t.subintent_hash = ${of}
		)
		insert into bundle select b.* from copies, bundle t, jsonb_populate_record(t, jsonb_build_object(
			'bundle_number', number, 'order_hash', hash, 'items', ${JSON.stringify(items)}::jsonb, 'packed_bytes', null, 'ended_at_ms', null,
			'withdrawn_number', null, 'withdrawn_at_ms', null, 'withdrawn_reason', null
		)) b where t.order_hash = ${of}`.execute(db)
}
