import { pino } from 'pino'
import { Tally } from '../metrics/service-metrics.ts'

/** How much is logged, so that a flood of lines is noticed before the log's disk is full. */
export class LogVolume {
	/** By level. */
	readonly lines = new Tally(['debug', 'info', 'warn', 'error', 'fatal'])
	bytes = 0
	/** Lines that were counted instead of written. */
	omitted = 0

	/** Counts a line of JSON, which begins with its level. */
	written(line: string): void {
		this.lines.add(pino.levels.labels[Number(/^{"level":(\d+)/.exec(line)?.[1])] ?? 'info')
		this.bytes += Buffer.byteLength(line)
	}
}
