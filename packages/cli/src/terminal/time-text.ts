import { durationText } from '@accord/protocol'

/** How long ago a point in time was. */
export function agoText(ms: number, nowMs: number): string {
	return nowMs - ms < 1000 ? 'now' : `${durationText(nowMs - ms)} ago`
}
