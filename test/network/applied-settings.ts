import { setTimeout as pause } from 'node:timers/promises'
import type { AppliedSettings, SettingsReport, WireOf } from '@accord/protocol'
import { askOperator } from './operator-request.ts'
import type { TestNetwork } from './test-network.ts'

/** The newest agreed settings. */
export function readSettings(network: Pick<TestNetwork, 'service'>): Promise<WireOf<typeof SettingsReport>> {
	return askOperator(network, 'GET /operator/settings')
}

/** Moves the clock to the time from which settings count, unless it is past. */
export function passTo({ clock }: Pick<TestNetwork, 'clock'>, { valid_from_ms: ms }: { valid_from_ms: number }): void {
	if (clock.nowMs() < ms) clock.set(ms)
}

/** Applies a change on top of the newest settings, as an operator does: again if a node has not said yet which keys it has. */
export async function applySettings(
	network: Pick<TestNetwork, 'service'>,
	settings: Record<string, unknown>,
): Promise<WireOf<typeof AppliedSettings>> {
	const { version } = await readSettings(network)
	for (let attempts = 0; ; attempts++) {
		try {
			return await askOperator(network, 'POST /operator/settings', { body: { version, settings } })
		} catch (error) {
			if (attempts === 20 || !String(error).includes('is starting, or of an earlier version: try again')) throw error
			await pause(500)
		}
	}
}
