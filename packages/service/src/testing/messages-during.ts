import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { databaseMessages } from '../db/session-driver.ts'

/** How many messages this process's databases receive during some work. */
export async function messagesDuring(done: () => Promise<unknown>): Promise<number> {
	let count = 0
	const counted = () => {
		count += 1
	}
	subscribe(databaseMessages, counted)
	try {
		await done()
	} finally {
		unsubscribe(databaseMessages, counted)
	}
	return count
}
