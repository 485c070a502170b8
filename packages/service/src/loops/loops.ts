import type { Loop } from './loop.ts'

type RunningLoops = {
	readonly all: readonly Loop[]
	/** The loops that carry orders forward. */
	readonly carriers: readonly Loop[]
	/** Called before they are stopped. */
	readonly unsubscribe: readonly (() => void)[]
}

/** All loops of the service. */
export class Loops {
	readonly #running: RunningLoops

	constructor(running: RunningLoops) {
		this.#running = running
	}

	/** Resolves when no loop has anything left to do now. */
	async drain(): Promise<void> {
		for (const loop of this.#running.all) await loop.drain()
	}

	/** The problems of all loops. */
	faults(): string[] {
		return this.#running.all.flatMap(loop => loop.fault() ?? [])
	}

	/** The loops that carry orders forward and have been failing for so long that no new order should begin. */
	stalls(): string[] {
		return this.#running.carriers.flatMap(loop => loop.stall() ?? [])
	}

	/** For each loop, how long no run has succeeded. */
	stalledS(): (readonly [loop: string, seconds: number])[] {
		return this.#running.all.map(loop => [loop.name, loop.stalledS()] as const)
	}

	async stop(): Promise<void> {
		const { all, unsubscribe } = this.#running
		for (const end of unsubscribe) end()
		await Promise.all(all.map(loop => loop.stop()))
	}
}
