import type { GatewayClient } from '@accord/ledger'
import { type FeeInfo, type FeeRole, TradeError } from '@accord/protocol'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/tables.ts'
import { type Market, rebateOf, tokensInForce } from '../market/market.ts'
import type { Stopwatch } from '../metrics/metrics.ts'
import type { Platform } from '../platform/platform.ts'
import type { AcceptedIntent } from './accepted-intent.ts'
import { type CheckedFunds, type OpenIntent, requireFunds } from './account-funds.ts'
import { CostPreview, costXrdMaxOf, type PreviewTerms } from './cost-preview.ts'
import { DepositRules } from './deposit-rules.ts'
import { selectSignedBytes } from './open-intents-table.ts'
import { PrefixCode } from './prefix-uses.ts'
import { PreviewPayer } from './preview-payer.ts'
import { isSignedByOwner, type SignedIntent } from './read-intent.ts'
import type { ValidatedOrder } from './validate-order.ts'

/** How intents are previewed. */
type Previews = {
	readonly costPreview: Pick<CostPreview, 'price' | 'inspect' | 'inTurn' | 'depth'>
	readonly payer: Pick<PreviewPayer, 'shortage'>
}

type IntentsDeps = Previews & {
	readonly prefixCode: Pick<PrefixCode, 'usesOf'>
	readonly depositRules: Pick<DepositRules, 'isAccepted'>
	readonly platform: Pick<Platform, 'market' | 'feeInfo' | 'gateway'>
}

/** Orders and fills as the ledger sees them: whether their accounts can pay for them, and at what cost. */
export class Intents {
	readonly costPreview: IntentsDeps['costPreview']
	/** The account that previews pay from. */
	readonly payer: IntentsDeps['payer']
	/** What published code orders run first. */
	readonly prefixCode: IntentsDeps['prefixCode']
	/** Whether accounts accept what makers give beyond the limit. */
	readonly depositRules: IntentsDeps['depositRules']
	/** The contents of the intents that this node checked most recently. */
	readonly readings = new IntentReadings()
	readonly #platform: IntentsDeps['platform']

	constructor({ platform, costPreview, payer, prefixCode, depositRules }: IntentsDeps) {
		this.depositRules = depositRules
		this.prefixCode = prefixCode
		this.#platform = platform
		this.payer = payer
		this.costPreview = costPreview
	}

	/** Checks an intent as {@link checkAgainstOpenIntents} does. */
	check(intent: IntentToCheck): Promise<CheckedIntent> {
		const { market, feeInfo, gateway } = this.#platform
		const { costPreview, readings: intentReadings } = this
		const rules = { market, feeInfo: intent.feeInfo ?? feeInfo }
		return checkAgainstOpenIntents({ ...rules, gateway, costPreview, intentReadings }, intent)
	}
}

export function openIntents(platform: Platform, { prefixPackages: listed }: Pick<Config, 'prefixPackages'>): Intents {
	const { gateway, market, limits, clock, threads, makersPerOrder } = platform
	const { networkId, xrdAddress } = market
	const terms: PreviewTerms = {
		get service() {
			const { account, keyPair: publicKey, formerKeyPair: formerPublicKey } = platform.service
			return { account, publicKey, ...(formerPublicKey && { formerPublicKey }) }
		},
		get costXrdMax() {
			return costXrdMaxOf(platform.settlement)
		},
	}
	const payer = new PreviewPayer({ clock, gateway, xrdAddress, networkId, terms })
	const costPreview = new CostPreview({
		gateway,
		terms,
		networkId,
		makersPerOrder,
		limits,
		clock,
		threads,
		payer,
	})
	const prefixCode = new PrefixCode({ gateway, listed, clock, limits })
	const depositRules = new DepositRules({ ...platform, market: tokensInForce(platform), costPreview })
	return new Intents({ platform, costPreview, payer, prefixCode, depositRules })
}

/**
 * An order or fill that its account can pay for alongside all of its intents that were open at the time of the check.
 */
export type CheckedIntent = AcceptedIntent & CheckedFunds

export type OpenIntentsCheckDeps = {
	readonly market: Market
	readonly feeInfo: FeeInfo
	readonly gateway: Pick<GatewayClient, 'balance' | 'subintentStatus'>
	readonly costPreview: Pick<CostPreview, 'price'>
	/** Where the reading of a passing intent is kept. */
	readonly intentReadings: Pick<IntentReadings, 'keep'>
}

export type IntentToCheck = {
	readonly database: Database
	readonly validated: ValidatedOrder
	readonly info: SignedIntent
	readonly role: FeeRole
	readonly client: string
	readonly signedPartialTransaction: string
	readonly open: readonly OpenIntent[]
	/** The fees under which it was validated; if absent, those in force. */
	readonly feeInfo?: FeeInfo
	/** If absent, its size is not counted. */
	readonly stopwatch?: Stopwatch
}

/**
 * Checks that the account can pay the intent alongside its open ones: first by its funds, then by a preview.
 * @throws TradeError `insufficient_funds`, `too_many_open_orders`, `ledger_unavailable`, and the codes of a preview
 */
export async function checkAgainstOpenIntents(
	deps: OpenIntentsCheckDeps,
	intent: IntentToCheck,
): Promise<CheckedIntent> {
	const { validated, info, role, client, signedPartialTransaction, open, stopwatch } = intent
	const { account, payers, hasPrefix, withdrawn } = validated
	const readFunds = () => (hasPrefix ? undefined : requireFunds(deps, { account, wanted: withdrawn, open }))
	const preview = (alongside: readonly string[]) => deps.costPreview.price({ validated, info, role, client, alongside })
	// Anyone may name an account, so a stranger's preview must pass before anything of the account is read.
	const isOwners = payers.every(payer => isSignedByOwner(info, payer))
	const ownersFunds = isOwners ? await readFunds() : undefined
	const alone = isOwners ? undefined : await preview([])
	const alongside = await intentsToPreviewWith(intent.database, { hasPrefix, open })
	const price = async () => (alone !== undefined && alongside.length === 0 ? alone : preview(alongside))
	stopwatch?.end('validate')
	const { costXrd, executionUnits } = await (stopwatch === undefined ? price() : stopwatch.time('preview', price))
	const funds = isOwners ? ownersFunds : await readFunds()
	const bytes = signedPartialTransaction.toLowerCase()
	deps.intentReadings.keep(bytes, info)
	return {
		validated,
		signedPartialTransaction: bytes,
		costXrd,
		executionUnits,
		rebate: rebateOf(deps, { symbol: withdrawn.symbol, costXrd }),
		checkedAgainst: open,
		...(funds === undefined ? {} : { funds }),
	}
}

/** A ledger transaction holds 32 subintents: 16 orders or fills, each in its outer. */
const intentsPerPreviewMax = 16

/**
 * The bytes of the account's open intents to preview a new one with, oldest first: all of them if any has a prefix;
 * otherwise none, because comparing their sums with the funds is enough.
 * @throws TradeError `too_many_open_orders` if they do not fit into one ledger transaction
 */
export async function intentsToPreviewWith(
	db: Database,
	{ hasPrefix, open }: { hasPrefix: boolean; open: readonly OpenIntent[] },
): Promise<readonly string[]> {
	const isPrefixInvolved = hasPrefix || open.some(intent => intent.hasPrefix)
	if (!isPrefixInvolved || open.length === 0) return []
	if (open.length >= intentsPerPreviewMax) throw tooManyOpen(open.length)
	return selectSignedBytes(
		db,
		open.map(({ subintentHash }) => subintentHash),
	)
}

function tooManyOpen(open: number): TradeError {
	const detail = `the account has ${open} open orders and fills; at most ${intentsPerPreviewMax - 1} may be open alongside one with instructions before the schema`
	return new TradeError('too_many_open_orders', detail)
}

const attemptsMax = 4

/**
 * Checks and writes an intent, and starts over if the check has become stale by the time of the write because its
 * account has opened something else in between. Otherwise returns the outcome.
 * @throws TradeError `busy` after four attempts
 */
export async function retryWhileStale<Outcome>(
	checkAndWrite: (attempt: number) => Promise<Outcome>,
): Promise<Exclude<Outcome, 'stale'>> {
	for (let attempt = 1; attempt <= attemptsMax; attempt++) {
		const outcome = await checkAndWrite(attempt)
		if (outcome !== 'stale') return outcome as Exclude<Outcome, 'stale'>
	}
	const detail = 'the account opens orders or fills faster than they can be checked'
	throw new TradeError('busy', detail, { extra: { retry_after_s: 1 } })
}

const keptMax = 1_024

/**
 * Readings of the most recently checked intents' bytes, so that they need not be read again when they are published
 * soon after.
 */
export class IntentReadings {
	/** Readings by the bytes (lower-case hex), oldest first. */
	readonly #kept = new Map<string, SignedIntent>()

	/** Keeps the reading of exactly these bytes. */
	keep(bytes: string, intent: SignedIntent): void {
		this.#kept.set(bytes, intent)
		const [oldest] = this.#kept.keys()
		if (oldest !== undefined && this.#kept.size > keptMax) this.#kept.delete(oldest)
	}

	/** Undefined if the bytes must be read. */
	of(bytes: string): SignedIntent | undefined {
		return this.#kept.get(bytes)
	}
}
