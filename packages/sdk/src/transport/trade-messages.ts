import {
	accountLevelWire,
	checkedOrderWire,
	createdSubintentWire,
	limitsWire,
	liveWire,
	manifestWire,
	orderBookChangeWire,
	parseBookChange,
	parseCheckedOrder,
	parseCreatedSubintent,
	parsedOrderWire,
	parseLimits,
	parseParsedOrder,
	parseReadinessCheck,
	parseShownBook,
	parseSignedSubintent,
	parseSubmissionResult,
	parseVersion,
	readinessCheckWire,
	readyWire,
	shownOrderBookWire,
	signedWire,
	submissionResultWire,
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
export const manifest = reader(manifestWire, ({ manifest }) => manifest)
export const parsedOrder = reader(parsedOrderWire, parseParsedOrder)
export const createdSubintent = reader(createdSubintentWire, parseCreatedSubintent)
export const signedSubintent = reader(signedWire, parseSignedSubintent)
export const checkedOrder = reader(checkedOrderWire, parseCheckedOrder)
export const submissionResult = reader(submissionResultWire, parseSubmissionResult)
