import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { temporaryFolder } from '../temporary-folder.ts'

/** A native process that validates the same orders with only the engine's own crates. */
export type EngineChain = {
	/** Runs one round. Returns its microseconds for one order. */
	round(): Promise<number>
	close(): void
}

/** Undefined where it cannot be built. */
export function startEngineChain(orders: readonly string[]): EngineChain | undefined {
	const program = findProgram()
	if (program === undefined) return undefined
	const file = join(temporaryFolder(), 'orders')
	writeFileSync(file, orders.join('\n'))
	const child = spawn(program, [file], { stdio: ['pipe', 'pipe', 'inherit'] })
	const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
	return {
		async round() {
			child.stdin.write('\n')
			const { value, done } = await lines.next()
			if (done) throw new Error('engine-chain ended: it does not take one of the orders for valid')
			return Number(value)
		},
		close: () => child.stdin.end(),
	}
}

function findProgram(): string | undefined {
	try {
		return createRequire(import.meta.url)('../../packages/ledger/native/cargo.cjs').ensureExample('engine-chain')
	} catch {
		return undefined
	}
}
