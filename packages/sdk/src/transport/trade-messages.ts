import {
	accountLevelWire,
	Composed,
	limitsWire,
	liveWire,
	orderBookChangeWire,
	parseBookChange,
	parseLimits,
	parseReadinessCheck,
	parseShownBook,
	parseVersion,
	readinessCheckWire,
	readyWire,
	shownOrderBookWire,
	versionWire,
} from '@accord/protocol'
import { reader, type Schema } from './schema.ts'

// The answers and events of the Trade API, read into the protocol's domain types.

export const version = reader(versionWire, parseVersion)
export const limits = reader(limitsWire, parseLimits)
export const live: Schema<unknown> = liveWire
export const ready = reader(readyWire, ({ checks }) => checks.map(parseReadinessCheck))
export const readinessChecks = reader(readinessCheckWire.array(), checks => checks.map(parseReadinessCheck))
export const accountLevel = reader(accountLevelWire, ({ level }) => level)
export const shownBook = reader(shownOrderBookWire, parseShownBook)
export const bookChange = reader(orderBookChangeWire, parseBookChange)
export const manifest = reader(Composed, ({ manifest }) => manifest)
