import type { FillExecution, SolverEvent } from '@accord/protocol'
import { type LogRestart, SolverClient } from '@accord/sdk'
import { MakerClient } from '@accord/sdk/maker'
import type { TestNetwork } from './test-network.ts'

/** Clients that follow both numbered logs from their beginning, and outlive every service at their address. */
export class FollowedLogs {
	readonly entries: FillExecution[] = []
	readonly events: SolverEvent[] = []
	/** Whose log has begun again. */
	readonly restarts: [who: string, restart: LogRestart][] = []
	#clients: readonly { close(): void }[] = []

	/** Follows the log of the network's first maker and the solvers' log. */
	follow({ flashUrl, solverUrl, makers: [maker] }: TestNetwork): void {
		const quick = { minMs: 5, maxMs: 50 }
		const onRestart = (who: string) => (restart: LogRestart) => this.restarts.push([who, restart])
		const options = { flashUrl, apiKey: maker?.apiKey ?? '', backoff: quick, onRestart: onRestart('maker') }
		const client = new MakerClient(options)
		const solver = new SolverClient({ solverUrl, backoff: quick, onRestart: onRestart('solver') })
		this.#clients = [client, solver]
		void keep(client.fillExecutions({ from: 1 }), this.entries)
		void keep(solver.events(), this.events)
		void client.connect()
	}

	close(): void {
		for (const client of this.#clients) client.close()
	}
}

async function keep<T>(values: AsyncIterable<T>, kept: T[]): Promise<void> {
	for await (const value of values) kept.push(value)
}
