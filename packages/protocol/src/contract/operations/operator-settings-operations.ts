import { AppliedSettings, ApplySettings, SettingsReport } from '../../operator/settings.ts'
import { exampleTime } from '../examples/market.ts'
import { answered, type OperationTable, sample, withIds } from '../operation.ts'

const change = { settlement: { prices: { XRD: '0.06' } } }
const validFromMs = exampleTime.ms + 5000

/** The settings that all nodes agree on. */
export const operatorSettingsOperations = withIds({
	getSettings: {
		method: 'get',
		path: '/operator/settings',
		tag: 'Settings',
		summary: 'The agreed settings: tokens, pairs, routes, fees, prices and the service’s keys',
		auth: 'viewer',
		answers: answered('The newest version, and who applied it and those before.', SettingsReport, {
			version: 2,
			settings: change,
			in_force: 2,
			versions: [
				{ version: 1, valid_from_ms: exampleTime.ms, author: 'configuration', created_at_ms: exampleTime.ms },
				{
					version: 2,
					valid_from_ms: validFromMs,
					author: 'night-shift',
					reason: 'XRD has risen',
					created_at_ms: exampleTime.ms,
				},
			],
		}),
		errors: [],
	},
	applySettings: {
		method: 'post',
		path: '/operator/settings',
		tag: 'Settings',
		summary: 'Change the agreed settings at all nodes, without a restart',
		description:
			'Validated as at a start. Orders and fills that were composed before may keep the former fees for two minutes. The first change also records the settings of the files, as version 1.',
		auth: 'admin',
		body: sample(ApplySettings, { version: 1, settings: change, reason: 'XRD has risen' }),
		answers: answered('What changes.', AppliedSettings, {
			version: 2,
			valid_from_ms: validFromMs,
			is_applied: true,
			changes: [{ setting: 'settlement.prices.XRD', before: '0.05', after: '0.06' }],
		}),
		errors: ['settings_changed', 'ledger_unavailable'],
	},
} satisfies OperationTable)
