/** The calls, by name, that a bench may make to a server in another process. */
export type Calls = Readonly<Record<string, (argument: unknown) => unknown>>

/** The server's ready message, the calls it answers, and how it stops. */
export type Serving<Ready> = {
	readonly ready: Ready
	readonly calls?: Calls
	readonly stop: () => Promise<void> | void
}

type Asked = { readonly id: number; readonly call: string; readonly argument: unknown }

/** Runs a server in this process for the bench that started it, until that bench sends stop or is gone. */
export function serve<Argument, Ready>(start: (argument: Argument) => Promise<Serving<Ready>>): void {
	process.once('message', async (argument: Argument) => {
		const { ready, calls = {}, stop } = await start(argument)
		process.on('message', (asked: Asked) => void answer(asked, { ...ownCalls, ...calls }))
		process.once('disconnect', async () => {
			await stop()
			process.exit()
		})
		process.send?.({ ready })
	})
}

/** Processor time of the whole process, its threads included, in milliseconds. */
const ownCalls: Calls = {
	cpuMs: () => {
		const { user, system } = process.cpuUsage()
		return (user + system) / 1000
	},
}

async function answer({ id, call, argument }: Asked, calls: Calls): Promise<void> {
	try {
		process.send?.({ id, result: await calls[call]?.(argument) })
	} catch (error) {
		process.send?.({ id, error: String(error) })
	}
}
