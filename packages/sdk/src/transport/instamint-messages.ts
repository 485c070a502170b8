import {
	instamintAccountsWire,
	instamintAccountWire,
	instamintAllowanceWire,
	instamintBalanceWire,
	instamintInfoWire,
	mintableTokensWire,
	parseInstamintAccount,
	parseInstamintAccounts,
	parseInstamintAllowance,
	parseInstamintBalance,
	parseInstamintInfo,
	parseMintableTokens,
	parsePaybackAddresses,
	paybackAddressesWire,
} from '@accord/protocol'
import { reader } from './schema.ts'

// The answers of /instamint, read into the protocol's domain types.

export const instamintInfo = reader(instamintInfoWire, parseInstamintInfo)
export const mintableTokens = reader(mintableTokensWire, parseMintableTokens)
export const instamintAccount = reader(instamintAccountWire, parseInstamintAccount)
export const instamintAccounts = reader(instamintAccountsWire, parseInstamintAccounts)
export const instamintAllowance = reader(instamintAllowanceWire, parseInstamintAllowance)
export const instamintBalance = reader(instamintBalanceWire, parseInstamintBalance)
export const paybackAddresses = reader(paybackAddressesWire, parsePaybackAddresses)
