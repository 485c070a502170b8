import { AsyncLocalStorage } from 'node:async_hooks'
import { TradeError } from '@accord/protocol'
import type { Dialect, Driver } from 'kysely'
import { withDriver } from './with-driver.ts'

type OpenTransaction = { open: boolean }
const current = new AsyncLocalStorage<OpenTransaction>()

/** Runs `fn` as the body of a transaction: until it ends, nothing in it may take another connection. */
export async function insideTransaction<T>(fn: () => Promise<T>): Promise<T> {
	const transaction: OpenTransaction = { open: true }
	try {
		return await current.run(transaction, fn)
	} finally {
		transaction.open = false
	}
}

export function isInsideTransaction(): boolean {
	return current.getStore()?.open ?? false
}

/** The dialect, except that taking a connection inside a transaction throws: with a single connection it would hang. */
export function guardOpenTransaction(dialect: Dialect): Dialect {
	return withDriver(dialect, guardDriver)
}

function guardDriver(driver: Driver): Driver {
	const acquire = driver.acquireConnection.bind(driver)
	driver.acquireConnection = options => {
		if (isInsideTransaction()) return Promise.reject(new Error(outsideUse))
		return acquire(options).catch(refuse)
	}
	return driver
}

function refuse(cause: unknown): never {
	throw cause instanceof TradeError ? cause : new TradeError('database_unavailable', undefined, { cause })
}

const outsideUse = 'the database was used inside an open transaction, but not through its handle'
