import { durationText } from '@accord/protocol'

/** A point in time, in UTC to the second. */
export function timestampText(ms: number): string {
	return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')}Z`
}

/** How long ago a point in time was. */
export function agoText(ms: number, nowMs: number): string {
	return nowMs - ms < 1000 ? 'now' : `${durationText(nowMs - ms)} ago`
}
