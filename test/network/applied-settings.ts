import type { AppliedSettings, SettingsReport, WireOf } from '@accord/protocol'
import { askOperator } from './operator-request.ts'
import type { TestNetwork } from './test-network.ts'

/** The newest agreed settings. */
export function readSettings(network: Pick<TestNetwork, 'service'>): Promise<WireOf<typeof SettingsReport>> {
	return askOperator(network, 'GET /operator/settings')
}

/** Applies a change on top of the newest settings, as an operator does. */
export async function applySettings(
	network: Pick<TestNetwork, 'service'>,
	settings: Record<string, unknown>,
): Promise<WireOf<typeof AppliedSettings>> {
	const { version } = await readSettings(network)
	return await askOperator(network, 'POST /operator/settings', { body: { version, settings } })
}
