import { randomBytes } from 'node:crypto'
import {
	type Clock,
	type CreateIntegrator,
	Decimal,
	type Integrator,
	type IntegratorReport,
	type IssuedIntegrator,
	type SetIntegrator,
	TradeError,
} from '@accord/protocol'
import { hashOfKey } from '../accounts/key-hash.ts'
import { pageOf, parsePageCursor } from '../db/page-cursor.ts'
import type { Database } from '../db/tables.ts'
import {
	hasKey,
	type IntegratorRow,
	insertIntegrator,
	type SharedTradeRow,
	selectIntegrators,
	selectSharedTrades,
	updateIntegrator,
	updateIntegratorRevoked,
} from './integrators-table.ts'

// The guarantee: a code is given out once, and never again after it was revoked; its key is shown once and stored only as
// its hash; the report shows only what settled trades earned and paid.

type Deps = { readonly database: Database; readonly clock: Pick<Clock, 'nowMs'> }

const prefixLength = 22

/** Issues a code and the key to its report; the key is shown only once. @throws TradeError `name_taken` */
export async function createIntegrator(
	{ database, clock }: Deps,
	{ code, account, share }: CreateIntegrator,
): Promise<IssuedIntegrator> {
	const apiKey = `accord_integrator_${randomBytes(32).toString('base64url')}`
	const key = { key_hash: hashOfKey(apiKey), key_prefix: apiKey.slice(0, prefixLength) }
	const row = { code, account, share: Decimal.format(share), ...key, nowMs: clock.nowMs() }
	if (!(await insertIntegrator(database, row))) throw new TradeError('name_taken', `there is an integrator ${code}`)
	return { ...(await findIntegrator(database, code)), apiKey }
}

/** @throws TradeError `unknown_integrator` */
export async function setIntegrator(
	db: Database,
	code: string,
	{ account, share }: SetIntegrator,
): Promise<Integrator> {
	await updateIntegrator(db, {
		code,
		...(account === undefined ? {} : { account }),
		...(share === undefined ? {} : { share: Decimal.format(share) }),
	})
	return findIntegrator(db, code)
}

/** Has no effect if it is revoked already. @throws TradeError `unknown_integrator` */
export async function revokeIntegrator({ database, clock }: Deps, code: string): Promise<Integrator> {
	await updateIntegratorRevoked(database, { code, nowMs: clock.nowMs() })
	return findIntegrator(database, code)
}

/** All of them, revoked ones included, oldest first. */
export async function findIntegrators(db: Database): Promise<Integrator[]> {
	return (await selectIntegrators(db)).map(readIntegrator)
}

/** @throws TradeError `unknown_integrator` */
export async function findIntegrator(db: Database, code: string): Promise<Integrator> {
	const [row] = await selectIntegrators(db, code)
	if (row === undefined) throw new TradeError('unknown_integrator', `there is no integrator ${code}`)
	return readIntegrator(row)
}

/** Whether this key opens the integrator's report. */
export function isIntegratorsKey(
	db: Database,
	{ code, apiKey }: { readonly code: string; readonly apiKey: string },
): Promise<boolean> {
	return hasKey(db, { code, keyHash: hashOfKey(apiKey) })
}

type ReportQuery = { readonly code: string; readonly limit: number; readonly before?: string | undefined }

/** A page of an integrator's report. @throws TradeError `unknown_integrator`, `validation_failed` */
export async function integratorReport(db: Database, { code, limit, before }: ReportQuery): Promise<IntegratorReport> {
	const cursor = before === undefined ? undefined : parsePageCursor(before)
	const { keyPrefix: _, createdAtMs: __, revokedAtMs: ___, ...shown } = await findIntegrator(db, code)
	const rows = await selectSharedTrades(db, { code, before: cursor, limit })
	const { page, ...next } = pageOf(rows, { limit, orderedBy: 'settled_at_ms' })
	return { ...shown, trades: page.map(readTrade), ...next }
}

function readIntegrator(row: IntegratorRow): Integrator {
	return {
		code: row.code,
		account: row.account,
		share: Decimal.parse(row.share),
		state: row.revoked_at_ms === null ? 'valid' : 'revoked',
		balances: row.balances.map(({ symbol, ...sums }) => {
			const [earned, paid] = [Decimal.parse(sums.earned), Decimal.parse(sums.paid)]
			return { symbol, earned, paid, owed: Decimal.subtract(earned, paid) }
		}),
		keyPrefix: row.key_prefix,
		createdAtMs: Number(row.created_at_ms),
		...(row.revoked_at_ms === null ? {} : { revokedAtMs: Number(row.revoked_at_ms) }),
	}
}

function readTrade(row: SharedTradeRow): IntegratorReport['trades'][number] {
	return {
		subintentId: row.subintent_id,
		transactionId: row.transaction_id,
		settledAtMs: Number(row.settled_at_ms),
		symbol: row.sell_symbol,
		platformFee: Decimal.parse(row.platform_fee),
		earned: Decimal.parse(row.share_due),
		paid: Decimal.parse(row.share_paid),
		account: row.share_account,
	}
}
