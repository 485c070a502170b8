import { AppliedSettings, SettingsReport } from '@accord/protocol'
import type { operatorSettingsOperations } from '@accord/protocol/contract'
import { applySettings, settingsReport } from '../../operator/apply-settings.ts'
import type { OperatorRooms } from '../../operator/operator-rooms.ts'
import type { Handlers } from '../http/routes.ts'
import { actorOf } from './operator-key.ts'

/** The settings that all nodes agree on. */
export function operatorSettingsHandlers(rooms: OperatorRooms): Handlers<typeof operatorSettingsOperations> {
	return {
		getSettings: async () => SettingsReport.format(await settingsReport(rooms)),
		applySettings: async ({ body, request }) =>
			AppliedSettings.format(await applySettings(rooms, { ...body, actor: actorOf(request) })),
	}
}
