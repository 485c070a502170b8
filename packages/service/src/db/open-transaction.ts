import { AsyncLocalStorage } from 'node:async_hooks'

type OpenTransaction = { open: boolean }
const current = new AsyncLocalStorage<OpenTransaction>()

/** Runs `fn` as the body of a transaction: until it ends, nothing in it may use another connection. */
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
