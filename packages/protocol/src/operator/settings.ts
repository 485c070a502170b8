import * as z from '#schema'
import { countWire, textWire, timestampWire } from '../fields.ts'
import { list, message, request, type ValueOf } from '../message.ts'

const settings = z
	.record(z.string(), z.unknown())
	.describe(
		'`tokens`, `pairs`, `routes`, `levels` and `settlement` as in the configuration file; `service_key` and `former_service_key` by `curve` and `public_key_hex`.',
	)

/** A version of the agreed settings, without the settings. */
const settingsVersion = message({
	version: countWire,
	validFromMs: timestampWire.describe('From when it counts.'),
	author: z.string(),
	reason: z.string().optional(),
	createdAtMs: timestampWire,
})

/** The agreed settings: what all nodes trade by. */
export type SettingsReport = ValueOf<typeof SettingsReport>
/** GET /operator/settings. */
export const SettingsReport = message({
	version: countWire.describe('Of the newest settings; 0: those of the configuration files, since none were applied.'),
	settings,
	inForce: countWire.describe('The version in force at this node; the newest may count later.'),
	versions: list(settingsVersion).describe('The newest 100, oldest first.'),
})

/** Body of POST /operator/settings. */
export type ApplySettings = ValueOf<typeof ApplySettings>
export const ApplySettings = request({
	version: countWire.describe('The version that the change is based on; another newest one is refused.'),
	settings: z
		.record(z.string(), z.unknown())
		.describe('A JSON merge patch (RFC 7396): sections are merged, lists replaced, null removes a setting.'),
	validFromMs: timestampWire.optional().describe('At least 3 s ahead; 5 s ahead when absent.'),
	reason: textWire.max(1000).optional(),
	check: z.boolean().optional().describe('Only validates, and reports what would change.'),
})

/** One setting that changes; absent where it is not set. */
const settingChange = message({
	setting: z.string(),
	before: z.unknown().optional(),
	after: z.unknown().optional(),
})

/** The result of applying settings, or of checking that they can be. */
export type AppliedSettings = ValueOf<typeof AppliedSettings>
export const AppliedSettings = message({
	version: countWire.describe('The version that they are, or would be.'),
	validFromMs: timestampWire,
	isApplied: z.boolean(),
	changes: list(settingChange),
})
