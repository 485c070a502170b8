import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBalancer } from '../../packages/cli/src/cluster/balancer.ts'
import { requireProgram } from '../fixtures/debian-programs.ts'

type Balanced = { readonly port: number; readonly nodePorts: readonly number[] }

/** Starts a cluster's balancer in a temporary folder, and waits until it listens. */
export async function openTestBalancer(opened: AsyncDisposableStack, balanced: Balanced): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'accord-balancer-'))
	opened.defer(() => rmSync(folder, { recursive: true }))
	const balancer = startBalancer({ ...balanced, program: requireProgram('nginx'), folder, onLine: () => {} })
	opened.defer(() => balancer.stop())
	await balancer.ready
}
