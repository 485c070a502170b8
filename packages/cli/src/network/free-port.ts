import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const waitMs = 5_000

/** Waits until nobody listens on the port, for at most 5 s: an ending network may still hold it. @throws Error naming the port */
export async function waitForFreePort(port: number): Promise<void> {
	for (const deadlineMs = Date.now() + waitMs; !(await isFree(port)); await sleep(100)) {
		if (Date.now() > deadlineMs)
			throw new Error(`port ${port} is taken by another program: end that one, or choose another port with --port`)
	}
}

function isFree(port: number): Promise<boolean> {
	return new Promise((resolve, reject) => {
		const server = createServer()
		server.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'EADDRINUSE') resolve(false)
			else reject(error)
		})
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
	})
}
