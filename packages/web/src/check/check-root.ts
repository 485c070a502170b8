import type { TransactionInfo } from '@accord/codec'
import type { TracedRoot } from '@accord/protocol'
import { formatAmount } from '../format/format-amount.ts'
import { shortId } from '../format/short-id.ts'
import type { CommitStatus, CommittedTransaction } from '../session/gateway.ts'
import { type Check, fails, holds, reasonOf, unknown } from './check.ts'
import { checkBalances } from './check-balances.ts'
import type { CheckContext, CheckedIntent } from './check-intent.ts'
import { checkManifest } from './check-subintent.ts'
import { readTransactionSubintents, type SignedSubintent } from './signed-bytes.ts'

/** The Gateway's answer about a transaction, or the reason why there is none. */
export type GatewayAnswers = {
	readonly status: CommitStatus | Error
	readonly transaction: CommittedTransaction | Error
}

/** A transaction that settled part of the trade, compared with the Gateway's account of it. */
export type CheckedRoot = { readonly transactionId: string; readonly checks: readonly Check[] } & Partial<
	Pick<CommittedTransaction, 'committedAtMs' | 'changes' | 'feeChanges' | 'pieceChanges' | 'rawHex'>
>

type RootContext = CheckContext & { readonly intents: readonly CheckedIntent[] }

/** Never throws. */
export function checkRoot(
	root: TracedRoot,
	{ status, transaction }: GatewayAnswers,
	context: RootContext,
): CheckedRoot {
	const { transactionId } = root
	const statusCheck = checkStatus(transactionId, status)
	if (transaction instanceof Error) return { transactionId, checks: [statusCheck, silent('Transaction', transaction)] }
	const { committedAtMs, changes, feeChanges, pieceChanges, rawHex } = transaction
	const found = { transactionId, committedAtMs, changes, feeChanges, pieceChanges, rawHex }
	const checks = [
		statusCheck,
		checkStateVersion(root, transaction),
		checkTime(root, transaction, context),
		checkFee(root, transaction),
	]
	const read = readBytes(rawHex, context)
	if (read instanceof Error)
		return {
			...found,
			checks: [...checks, fails('Transaction', `The Gateway’s bytes are not a valid transaction: ${read.message}`)],
		}
	return {
		...found,
		checks: [
			...checks,
			checkId(root, read.info),
			checkManifest(root.manifest, () => context.codec.decompileTransaction(rawHex, context.networkId)),
			...checkContents(root, read.subintents, context),
			...checkBalances({ root, changes, pieceChanges, info: read.info }, context),
		],
	}
}

function silent(title: string, { message }: Error): Check {
	return unknown(title, `The Gateway did not say: ${message}`)
}

/** A transaction about which the service states only the id. */
export function checkUnshown(transactionId: string, status: CommitStatus | Error): CheckedRoot {
	const unshown = unknown('Transaction', 'The service does not show this transaction, so nothing in it was compared.')
	return { transactionId, checks: [checkStatus(transactionId, status), unshown] }
}

function checkStatus(transactionId: string, answer: CommitStatus | Error): Check {
	if (answer instanceof Error) return silent('Status', answer)
	const { status, stateVersion } = answer
	const where = stateVersion === undefined ? '' : ` at state version ${stateVersion}`
	return status === 'CommittedSuccess'
		? holds('Status', `The Gateway says that ${shortId(transactionId)} is committed with success${where}.`)
		: fails('Status', `The Gateway says “${status}” of ${transactionId}, which the service calls settled.`)
}

function checkStateVersion({ stateVersion: claimed }: TracedRoot, { stateVersion }: CommittedTransaction): Check {
	return stateVersion === claimed
		? holds('State version', `${stateVersion}, by the Gateway and by the service.`)
		: fails('State version', `${stateVersion} by the Gateway, but ${claimed} by the service.`)
}

/** An order is valid for 60 s, and the service's clock may differ from the ledger's. */
const sentBeforeMsMax = 120_000

/** The ledger's time of the commit, and whether the order can have been sent when the service says. */
function checkTime(
	{ committedAtMs: claimed, subintentIds }: TracedRoot,
	{ committedAtMs }: CommittedTransaction,
	{ trace: { subintentId, createdAtMs } }: CheckContext,
): Check {
	const title = 'Time'
	const [is, says, sent] = [committedAtMs, claimed, createdAtMs].map(textOfTime)
	if (claimed !== committedAtMs)
		return fails(title, `Committed at ${is} by the Gateway, but at ${says} by the service.`)
	if (subintentIds.includes(subintentId) && Math.abs(committedAtMs - createdAtMs) > sentBeforeMsMax)
		return fails(
			title,
			`Committed at ${is} by the Gateway, but sent at ${sent} by the service: an order is valid for a minute.`,
		)
	return holds(title, `Committed at ${is}, by the Gateway and by the service.`)
}

/** Total, whatever a service claims. */
function textOfTime(atMs: number): string {
	const time = new Date(atMs)
	return Number.isNaN(time.getTime()) ? `${atMs}` : time.toISOString()
}

function checkFee({ feePaidXrd }: TracedRoot, { feePaid }: CommittedTransaction): Check {
	return feePaid === feePaidXrd
		? holds('Network fee', `${formatAmount(feePaid)} XRD, by the Gateway and by the service.`)
		: fails(
				'Network fee',
				`${formatAmount(feePaid)} XRD by the Gateway, but ${formatAmount(feePaidXrd)} XRD by the service.`,
			)
}

type ReadBytes = { readonly info: TransactionInfo; readonly subintents: readonly SignedSubintent[] }

function readBytes(rawHex: string, { codec, networkId }: CheckContext): ReadBytes | Error {
	try {
		return { info: codec.readTransaction(rawHex, networkId), subintents: readTransactionSubintents(rawHex) }
	} catch (error) {
		return new Error(reasonOf(error))
	}
}

function checkId({ transactionId }: TracedRoot, info: TransactionInfo): Check {
	return info.transactionId === transactionId
		? holds(
				'Transaction',
				`The committed bytes, with all their signatures, are valid and hash to ${shortId(transactionId)}.`,
			)
		: fails('Transaction', `The committed bytes hash to ${info.transactionId}, but the service names ${transactionId}.`)
}

/** The intents that the service shows must be those in the committed transaction, with the same signatures. */
function checkContents(
	root: TracedRoot,
	committed: readonly SignedSubintent[],
	{ intents, trace }: RootContext,
): Check[] {
	const outers = trace.items
		.filter(({ subintentId }) => root.subintentIds.includes(subintentId))
		.flatMap(({ outer }) => outer?.subintentId ?? [])
	const ids = new Set([...root.subintentIds, ...outers])
	return intents.filter(({ subintentId }) => ids.has(subintentId)).map(intent => checkContent(intent, committed))
}

function checkContent({ name, signed }: CheckedIntent, committed: readonly SignedSubintent[]): Check {
	if (signed === undefined) return unknown(name, 'Its bytes could not be read, so they were not looked for.')
	const found = committed.find(({ subintent }) => subintent === signed.subintent)
	if (found === undefined) return fails(name, 'These bytes are not in the transaction that the ledger committed.')
	return JSON.stringify(found.signatures) === JSON.stringify(signed.signatures)
		? holds(name, 'The ledger committed exactly these bytes with exactly these signatures.')
		: fails(name, 'The ledger committed these bytes with other signatures.')
}
