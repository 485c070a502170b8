import {
	accountLevelWire,
	checkedOrderWire,
	createdSubintentWire,
	feeInfoWire,
	limitsWire,
	liveWire,
	manifestWire,
	networkStatusWire,
	orderBookChangeWire,
	parseBookChange,
	parseCheckedOrder,
	parseCreatedSubintent,
	parsedOrderWire,
	parseFeeInfo,
	parseLimits,
	parseNetworkStatus,
	parseParsedOrder,
	parseReadinessCheck,
	parseShownBook,
	parseSignedSubintent,
	parseSubmissionResult,
	parseToken,
	parseVersion,
	readinessCheckWire,
	readyWire,
	shownOrderBookWire,
	signedWire,
	submissionResultWire,
	tokenPairsWire,
	tokensWire,
	versionWire,
} from '@accord/protocol'
import { reader, type Schema } from './schema.ts'

// The answers and events of the Trade API, read into the protocol's domain types.

export const networkStatus = reader(networkStatusWire, parseNetworkStatus)
export const version = reader(versionWire, parseVersion)
export const limits = reader(limitsWire, parseLimits)
export const live: Schema<unknown> = liveWire
export const ready = reader(readyWire, ({ checks }) => checks.map(parseReadinessCheck))
export const readinessChecks = reader(readinessCheckWire.array(), checks => checks.map(parseReadinessCheck))
export const feeInfo = reader(feeInfoWire, parseFeeInfo)
export const accountLevel = reader(accountLevelWire, ({ level }) => level)
export const tokens = reader(tokensWire, ({ tokens }) => tokens.map(parseToken))
export const tokenPairs = reader(tokenPairsWire, ({ token_pairs }) => token_pairs)
export const shownBook = reader(shownOrderBookWire, parseShownBook)
export const bookChange = reader(orderBookChangeWire, parseBookChange)
export const manifest = reader(manifestWire, ({ manifest }) => manifest)
export const parsedOrder = reader(parsedOrderWire, parseParsedOrder)
export const createdSubintent = reader(createdSubintentWire, parseCreatedSubintent)
export const signedSubintent = reader(signedWire, parseSignedSubintent)
export const checkedOrder = reader(checkedOrderWire, parseCheckedOrder)
export const submissionResult = reader(submissionResultWire, parseSubmissionResult)
