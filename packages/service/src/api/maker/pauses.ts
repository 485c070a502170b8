import { type MakerPausesWire, pauseMakerWire, resumeMakerWire } from '@accord/protocol'
import type { MakerPause } from '../../breaker/maker-pauses.ts'
import type { TradeApp } from '../trade/trade-app.ts'
import type { KeyRequired } from './maker-routes.ts'
import { formatPauses } from './pauses-wire.ts'

export type PausesDeps = {
	/** Both give the pauses that hold afterwards, and are in force when they do. */
	readonly pauseMaker: (pause: { makerId: string; reason?: string }) => Promise<readonly MakerPause[]>
	readonly resumeMaker: (makerId: string) => Promise<readonly MakerPause[]>
}

/** POST /maker/pause, POST /maker/resume: the body may be left out. */
export function pauses(app: TradeApp, { pauseMaker, resumeMaker }: PausesDeps, keyRequired: KeyRequired): void {
	const pauseOptions = { ...keyRequired, schema: { body: pauseMakerWire.nullish() } }
	app.post('/maker/pause', pauseOptions, async ({ makerId, body }): Promise<MakerPausesWire> => {
		const reason = body?.reason
		return formatPauses(await pauseMaker({ makerId, ...(reason === undefined ? {} : { reason }) }))
	})
	const resumeOptions = { ...keyRequired, schema: { body: resumeMakerWire.nullish() } }
	app.post('/maker/resume', resumeOptions, async ({ makerId }): Promise<MakerPausesWire> => {
		return formatPauses(await resumeMaker(makerId))
	})
}
