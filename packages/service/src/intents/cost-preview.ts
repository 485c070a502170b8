import {
	callGateway,
	type GatewayClient,
	GatewayError,
	type OrderPreview,
	orderPreviewFlags,
	type PreviewService,
	type PublicKey,
	readOrderPreview,
	readSignedLimitOrder,
	type SignedLimitOrder,
	tryReadAddress,
} from '@accord/ledger'
import {
	type Clock,
	Decimal,
	type ErrorCode,
	type FeeRole,
	isClientError,
	TradeError,
	type Violation,
} from '@accord/protocol'
import { RateLimiter } from '../queues/rate-limiter.ts'
import { type WorkThreads, work } from '../threads/work-threads.ts'
import { placeholderCommitment } from './commitment.ts'
import { composePreviewWork } from './compose-preview.ts'
import { type PreviewPayer, previewLockFeeXrd } from './preview-payer.ts'
import { type PreviewJob, type PreviewLimits, PreviewQueue, type PreviewRole } from './preview-queue.ts'
import { previewWords } from './preview-words.ts'
import { mayOwn, type SignedIntent } from './read-intent.ts'
import { eventsOfOthers, executionUnitsMax } from './root-budget.ts'
import type { ValidatedOrder } from './validate-order.ts'

/** The settlement cost of a validated order or fill. */
export type PreviewedCost = { readonly costXrd: Decimal; readonly executionUnits: number }

/**
 * The intent to preview, and the bytes of those to preview together with it, oldest first (see {@link
 * intentsToPreviewWith}).
 */
export type PreviewRequest = {
	readonly validated: Pick<ValidatedOrder, 'account' | 'subintentId' | 'hasPrefix'>
	readonly info: SignedIntent
	readonly role: PreviewRole
	/** For a check, the role whose limits apply; an order's by default. */
	readonly of?: FeeRole
	/** The sender: clients take turns in the queue. */
	readonly client: string
	readonly alongside: readonly string[]
}

/** The result of a preview: the cost, if the intent got that far, and why it would be refused. */
export type PreviewResult = { readonly cost?: PreviewedCost; readonly refusal?: TradeError }

type PreviewGateway = Pick<GatewayClient, 'preview' | 'subintentStatus'>

const costXrdMax = Decimal.fromInteger(5)
/** The most that an order may cost: 5 XRD, but never more than its settlement fee pays for. */
export function costXrdMaxOf({ executionAmountXrd }: { executionAmountXrd: Decimal }): Decimal {
	return Decimal.min(costXrdMax, executionAmountXrd)
}

/** Whose keys previews name, and the most that an intent may cost: those in force at each look. */
export type PreviewTerms = { readonly service: PreviewService; readonly costXrdMax: Decimal }

const unsignedPreviewFlags = { ...orderPreviewFlags, assume_all_signature_proofs: true } as const

/**
 * Has the ledger preview what the bytes cannot show: that the signers own the account, that it holds what they sell,
 * and what the intent costs. Anything but success is a refusal. Intents previewed alongside run before it, so that no
 * two of them rely on the same funds.
 */
export class CostPreview {
	readonly #gateway: PreviewGateway
	readonly #terms: PreviewTerms
	readonly #networkId: number
	readonly #makersPerOrder: number
	readonly #queue: PreviewQueue
	/** The limit on each client's previews in the separate queue, whose senders need not own anything. */
	readonly #setApart: RateLimiter
	readonly #clock: Pick<Clock, 'nowMs'>
	readonly #threads: Pick<WorkThreads, 'run'>
	readonly #payer: Pick<PreviewPayer, 'shortage'>

	constructor(deps: {
		gateway: PreviewGateway
		terms: PreviewTerms
		networkId: number
		makersPerOrder: number
		limits: PreviewLimits & { readonly prefixPreviewsPerMinute: number }
		clock: Pick<Clock, 'nowMs'>
		threads: Pick<WorkThreads, 'run'>
		payer: Pick<PreviewPayer, 'shortage'>
	}) {
		this.#gateway = deps.gateway
		this.#terms = deps.terms
		this.#networkId = deps.networkId
		this.#makersPerOrder = deps.makersPerOrder
		this.#queue = new PreviewQueue(deps.limits)
		this.#setApart = new RateLimiter({ perMinute: deps.limits.prefixPreviewsPerMinute })
		this.#clock = deps.clock
		this.#threads = deps.threads
		this.#payer = deps.payer
	}

	/** Arguments for a thread are copied, so the signing key stays here. */
	#publicService(): PreviewService {
		const { account, publicKey, formerPublicKey: former } = this.#terms.service
		return {
			account,
			publicKey: publicPart(publicKey),
			...(former && { formerPublicKey: publicPart(former) }),
		}
	}

	/** How many previews are running, and how many are waiting. */
	get depth(): PreviewQueue['depth'] {
		return this.#queue.depth
	}

	/** Runs a preview of another kind in the same queue. @throws TradeError `busy` */
	inTurn<T>(job: PreviewJob, preview: () => Promise<T>): Promise<T> {
		return this.#queue.run(job, preview)
	}

	/**
	 * @throws TradeError `already_committed`, `not_account_owner`, `insufficient_funds`, `allowance_exceeded`,
	 * `execution_cost_too_high`, `execution_units_too_high`, `too_many_events`, `too_many_open_orders`, `preview_failed`,
	 * `busy`, `rate_limited`, `ledger_unavailable`
	 */
	async price(request: PreviewRequest): Promise<PreviewedCost> {
		const { cost, refusal } = await this.inspect(request)
		if (refusal !== undefined) throw refusal
		if (cost === undefined) throw new Error('an intent that is not refused has a cost')
		return cost
	}

	/**
	 * Like `price`, but a refusal is part of the result. With the role `check`, an unsigned intent counts as signed.
	 * @throws TradeError `busy`, `rate_limited`, `ledger_unavailable`
	 */
	async inspect(request: PreviewRequest): Promise<PreviewResult> {
		const { role, client, info, validated } = request
		const isSetApart = involvesPrefix(request) || !mayOwn(info, validated.account)
		if (isSetApart && role !== 'maker') this.#requireBudget(client)
		return this.#queue.run({ role, client, isSetApart }, () => this.#inspect(request))
	}

	/** @throws TradeError `rate_limited` */
	#requireBudget(client: string): void {
		const { limit, resetS, isExceeded } = this.#setApart.take(client, this.#clock.nowMs())
		if (!isExceeded) return
		const detail = `at most ${limit} orders a minute whose owner only a preview can tell`
		throw new TradeError('rate_limited', detail, { extra: { retry_after_s: Math.max(1, resetS) } })
	}

	/** An intent whose bytes no transaction can contain is refused like one that fails its preview. */
	async #inspect(request: PreviewRequest): Promise<PreviewResult> {
		try {
			return await this.#inspectBytes(request)
		} catch (error) {
			if (!isClientError(error)) throw error
			return { refusal: error }
		}
	}

	async #inspectBytes(request: PreviewRequest): Promise<PreviewResult> {
		const { validated, info, role, of = role, alongside } = request
		const flags = flagsOf(request)
		const [isCommitted, preview] = await Promise.all([
			this.#isCommitted(validated.subintentId),
			this.#preview([info], { flags, of }),
		])
		if (isCommitted) return { refusal: new TradeError('already_committed') }
		if (!preview.ok) return { refusal: refusalOf(preview, validated) }
		const { costXrd, executionUnits } = preview
		const cost = { costXrd, executionUnits }
		const [first, ...rest] = findCostViolations(cost, { role: of, costXrdMax: this.#terms.costXrdMax })
		if (first !== undefined) return { cost, refusal: TradeError.fromViolations([first, ...rest]) }
		const crowding = validated.hasPrefix ? await this.#previewAmongOthers({ info, flags, of }, cost) : undefined
		if (crowding !== undefined) return { cost, refusal: refusalOf(crowding, validated) }
		if (alongside.length === 0) return { cost }
		const refused = await this.#previewAlongside(alongside, { info, flags, of })
		return refused === undefined ? { cost } : { cost, refusal: combinedRefusal(refused) }
	}

	/** The refusal if the intent leaves too few events to the other items of its bundle. */
	async #previewAmongOthers(
		{ info, ...how }: { info: SignedLimitOrder } & PreviewKind,
		{ executionUnits }: PreviewedCost,
	): Promise<Refused | undefined> {
		const makersPerOrder = this.#makersPerOrder
		const roomForEvents = eventsOfOthers({ role: how.of, executionUnits, makersPerOrder })
		const preview = await this.#preview([info], { ...how, roomForEvents })
		return preview.ok ? undefined : preview
	}

	/**
	 * The refusal of the intent that is run after the others, if any; the preview is repeated if one of them is committed
	 * in the meantime.
	 */
	async #previewAlongside(
		others: readonly string[],
		{ info, ...how }: { info: SignedLimitOrder } & PreviewKind,
	): Promise<Refused | undefined> {
		const readings = others.map(bytes => this.#threads.run(info.subintentId, readWork, bytes, this.#networkId))
		let before = await this.#stillOpen(await Promise.all(readings))
		for (;;) {
			const preview = await this.#preview([...before, info], how)
			const after = await this.#stillOpen(before)
			if (after.length < before.length) before = after
			else return preview.ok ? undefined : preview
		}
	}

	/** Leaves out intents that are committed or have expired. */
	async #stillOpen(infos: readonly SignedLimitOrder[]): Promise<SignedLimitOrder[]> {
		const statuses = await Promise.all(infos.map(({ subintentId }) => this.#status(subintentId)))
		return infos.filter(({ header }, index) => {
			const { status, ledger } = statuses[index] ?? {}
			const expiresAtMs = (header.maxTimestampS ?? Number.POSITIVE_INFINITY) * 1000
			return status !== 'CommittedSuccess' && (ledger?.proposerTimestampMs ?? 0) < expiresAtMs
		})
	}

	async #isCommitted(subintentId: string): Promise<boolean> {
		return (await this.#status(subintentId)).status === 'CommittedSuccess'
	}

	#status(subintentId: string) {
		return callGateway(() => this.#gateway.subintentStatus(subintentId))
	}

	/** A payer that never held XRD fails like an order that sells XRD which its account never held. */
	async #blamed(preview: OrderPreview): Promise<OrderPreview> {
		const isUnclear = !preview.ok && preview.reason === 'insufficient_funds' && neverHeld.test(preview.detail)
		const shortage = isUnclear ? await this.#payer.shortage() : undefined
		return shortage === undefined ? preview : { ok: false, reason: 'payer_unfunded', detail: shortage }
	}

	async #preview(
		orders: readonly SignedLimitOrder[],
		{ flags, of, roomForEvents = 0 }: PreviewKind,
	): Promise<OrderPreview> {
		const networkId = this.#networkId
		const client = orders[0]?.subintentId ?? ''
		// Events cost less than another intent may.
		const paid = roomForEvents > 0 ? orders.length + 1 : orders.length
		const lockFeeXrd = previewLockFeeXrd(paid, this.#terms.costXrdMax)
		// Only orders' outers have a message.
		const message = of === 'maker' ? {} : { message: placeholderCommitment }
		const order = { orders, service: this.#publicService(), lockFeeXrd, networkId, roomForEvents, ...message }
		const preview = await this.#threads.run(client, composePreviewWork, order)
		try {
			return await this.#blamed(readOrderPreview(await callGateway(() => this.#gateway.preview(preview, flags))))
		} catch (cause) {
			if (cause instanceof GatewayError) return { ok: false, reason: 'other', detail: cause.message }
			throw cause
		}
	}
}

/** The engine's words for an account that never held a token, which do not say whose it is. */
const neverHeld = /VaultDoesNotExist/

function publicPart({ curve, publicKey }: PublicKey): PublicKey {
	return { curve, publicKey }
}

const ledger = import.meta.resolve('@accord/ledger')
const readWork = work(ledger, readSignedLimitOrder)

type Flags = typeof orderPreviewFlags | typeof unsignedPreviewFlags
/** Determines whose limits apply, and so what the outer will contain. */
type PreviewKind = { readonly flags: Flags; readonly of: PreviewRole; readonly roomForEvents?: number }

/** Assumed proofs would hide that a stranger signed, so only the check of an unsigned order may assume them. */
function flagsOf({ role, info }: PreviewRequest): Flags {
	return role === 'check' && info.signers.length === 0 ? unsignedPreviewFlags : orderPreviewFlags
}

function involvesPrefix({ validated, alongside }: PreviewRequest): boolean {
	return validated.hasPrefix || alongside.length > 0
}

function findCostViolations(
	{ costXrd, executionUnits }: PreviewedCost,
	{ role, costXrdMax }: { role: PreviewRole; costXrdMax: Decimal },
): Violation[] {
	const violations: Violation[] = []
	if (costXrd > costXrdMax) {
		const item = { expected: `at most ${Decimal.format(costXrdMax)} XRD`, found: Decimal.format(costXrd) }
		violations.push({ code: 'execution_cost_too_high', item })
	}
	if (executionUnits > executionUnitsMax[role]) {
		const item = { expected: `at most ${executionUnitsMax[role]} execution units`, found: String(executionUnits) }
		violations.push({ code: 'execution_units_too_high', item })
	}
	return violations
}

type Refused = Extract<OrderPreview, { ok: false }>

/** The engine's error for a transaction that has used up its execution units. */
const outOfUnits = /FeeReserveError\(LimitExceeded/

function refusalOf(refused: Refused, { account }: { account: string }): TradeError {
	if (refused.reason === 'payer_unfunded') return payerUnfunded()
	// An account that is not on the ledger is recognized by its bytes and holds nothing.
	const bytes = tryReadAddress(account)?.hex
	if (refused.reason === 'unknown_resource' && bytes !== undefined && refused.detail.includes(bytes))
		return new TradeError('insufficient_funds', 'the account is not on the ledger: it holds nothing')
	return new TradeError(refusalCode(refused), previewWords(refused, account))
}

function refusalCode({ reason, detail }: Refused): ErrorCode {
	if (reason === 'not_owner') return 'not_account_owner'
	if (reason === 'fee_not_covered') return 'execution_cost_too_high'
	if (isCode(reason)) return reason
	return outOfUnits.test(detail) ? 'execution_units_too_high' : 'preview_failed'
}

const ownCodes = ['insufficient_funds', 'already_committed', 'allowance_exceeded', 'too_many_events'] as const

/** Refusals of a preview that have their own error code. */
function isCode(reason: Refused['reason']): reason is (typeof ownCodes)[number] {
	return ownCodes.some(code => code === reason)
}

/** Each intent passed alone, so it is their combination that fails. */
function combinedRefusal({ reason, detail }: Refused): TradeError {
	if (reason === 'payer_unfunded') return payerUnfunded()
	const isOwn = reason === 'insufficient_funds' || reason === 'allowance_exceeded'
	return new TradeError(isOwn ? reason : 'too_many_open_orders', detail)
}

/** The service's own trouble: the doctor names the account. */
function payerUnfunded(): TradeError {
	return new TradeError('ledger_unavailable', 'the account that previews pay from holds too little XRD')
}
