import {
	composeOrderPreview,
	type GatewayClient,
	GatewayError,
	type OrderPreview,
	orderPreviewFlags,
	type PreviewService,
	readOrderPreview,
	readSignedLimitOrder,
	type SignedLimitOrder,
} from '@accord/ledger'
import { Decimal, type ErrorCode, TradeError, type Violation } from '@accord/protocol'
import { callGateway } from '../gateway/call-gateway.ts'
import { type PreviewLimits, PreviewQueue, type PreviewRole } from './preview-queue.ts'
import type { ValidatedOrder } from './validate-order.ts'

/** What a validated order or fill is to cost at settlement. */
export type PreviewedCost = { readonly costXrd: Decimal; readonly executionUnits: number }

/** The intent to preview, and the bytes of those that are previewed with it, oldest first (see {@link intentsToPreviewWith}). */
export type PreviewRequest = {
	readonly validated: Pick<ValidatedOrder, 'subintentId' | 'hasPrefix'>
	readonly info: SignedLimitOrder
	readonly role: PreviewRole
	readonly alongside: readonly string[]
}

/** All that one preview tells: the cost, where the intent got that far, and why it would be refused. */
export type PreviewResult = { readonly cost?: PreviewedCost; readonly refusal?: TradeError }

type PreviewGateway = Pick<GatewayClient, 'preview' | 'subintentStatus'>

export const costXrdMax = Decimal.fromInteger(5)
export const executionUnitsMax: Readonly<Record<PreviewRole, number>> = {
	taker: 84_000_000,
	check: 84_000_000,
	maker: 12_000_000,
}
const unsignedPreviewFlags = { ...orderPreviewFlags, assume_all_signature_proofs: true } as const

/**
 * Asks the ledger, by one preview, what bytes cannot tell: that the signers own the account, that it holds what they
 * give, and what the intent costs. Success is the only pass. What is given to be previewed alongside it is run before it, so
 * that no two of them are promised the same funds.
 */
export class CostPreview {
	readonly #gateway: PreviewGateway
	readonly #service: PreviewService
	readonly #networkId: number
	readonly #queue: PreviewQueue

	constructor(deps: { gateway: PreviewGateway; service: PreviewService; networkId: number; limits: PreviewLimits }) {
		this.#gateway = deps.gateway
		this.#service = deps.service
		this.#networkId = deps.networkId
		this.#queue = new PreviewQueue(deps.limits)
	}

	/** How many previews run, and how many wait. */
	get depth(): PreviewQueue['depth'] {
		return this.#queue.depth
	}

	/**
	 * @throws TradeError `already_committed`, `not_account_owner`, `insufficient_funds`, `execution_cost_too_high`,
	 * `execution_units_too_high`, `too_many_open_orders`, `preview_failed`, `busy`, `ledger_unavailable`
	 */
	async price(request: PreviewRequest): Promise<PreviewedCost> {
		const { cost, refusal } = await this.inspect(request)
		if (refusal !== undefined) throw refusal
		if (cost === undefined) throw new Error('an intent that is not refused has its cost')
		return cost
	}

	/**
	 * As `price`, but a refusal is part of the result. An unsigned intent counts as signed.
	 * @throws TradeError `busy`, `ledger_unavailable`
	 */
	inspect(request: PreviewRequest): Promise<PreviewResult> {
		return this.#queue.run({ role: request.role, hasPrefix: involvesPrefix(request) }, () => this.#inspect(request))
	}

	async #inspect(request: PreviewRequest): Promise<PreviewResult> {
		const { validated, info, role, alongside } = request
		const flags = flagsOf(request)
		const [isCommitted, preview] = await Promise.all([
			this.#isCommitted(validated.subintentId),
			this.#preview([info], flags),
		])
		if (isCommitted) return { refusal: new TradeError('already_committed') }
		if (!preview.ok) return { refusal: new TradeError(refusalOfOne(preview), preview.detail) }
		const { costXrd, executionUnits } = preview
		const cost = { costXrd, executionUnits }
		const [first, ...rest] = findCostViolations(cost, role)
		if (first !== undefined) return { cost, refusal: TradeError.fromViolations([first, ...rest]) }
		if (alongside.length === 0) return { cost }
		const refused = await this.#previewAlongside(alongside, { info, flags })
		return refused === undefined
			? { cost }
			: { cost, refusal: new TradeError(refusalTogether(refused), refused.detail) }
	}

	/** What refuses it after the others, if anything; anew if one of them was committed meanwhile. */
	async #previewAlongside(
		others: readonly string[],
		{ info, flags }: { info: SignedLimitOrder; flags: Flags },
	): Promise<Refused | undefined> {
		let before = await this.#stillOpen(others.map(bytes => readSignedLimitOrder(bytes, this.#networkId)))
		for (;;) {
			const preview = await this.#preview([...before, info], flags)
			const after = await this.#stillOpen(before)
			if (after.length < before.length) before = after
			else return preview.ok ? undefined : preview
		}
	}

	/** Without those that are committed, and those that no longer can be. */
	async #stillOpen(infos: readonly SignedLimitOrder[]): Promise<SignedLimitOrder[]> {
		const statuses = await Promise.all(infos.map(({ subintentId }) => this.#status(subintentId)))
		return infos.filter(({ header }, place) => {
			const { status, ledgerTimestampMs = 0 } = statuses[place] ?? {}
			const expiresAtMs = (header.maxTimestampS ?? Number.POSITIVE_INFINITY) * 1000
			return status !== 'CommittedSuccess' && ledgerTimestampMs < expiresAtMs
		})
	}

	async #isCommitted(subintentId: string): Promise<boolean> {
		return (await this.#status(subintentId)).status === 'CommittedSuccess'
	}

	#status(subintentId: string) {
		return callGateway(() => this.#gateway.subintentStatus(subintentId))
	}

	async #preview(orders: readonly SignedLimitOrder[], flags: Flags): Promise<OrderPreview> {
		const preview = composeOrderPreview({ orders, service: this.#service, networkId: this.#networkId })
		try {
			return readOrderPreview(await callGateway(() => this.#gateway.preview(preview, flags)))
		} catch (cause) {
			if (cause instanceof GatewayError) return { ok: false, reason: 'other', detail: cause.message }
			throw cause
		}
	}
}

type Flags = typeof orderPreviewFlags | typeof unsignedPreviewFlags

/** Assumed proofs would hide a stranger's order: nothing but a check of what nobody has signed may assume any. */
function flagsOf({ role, info }: PreviewRequest): Flags {
	return role === 'check' && info.signers.length === 0 ? unsignedPreviewFlags : orderPreviewFlags
}

function involvesPrefix({ validated, alongside }: PreviewRequest): boolean {
	return validated.hasPrefix || alongside.length > 0
}

function findCostViolations({ costXrd, executionUnits }: PreviewedCost, role: PreviewRole): Violation[] {
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

/** What the engine says when a transaction has used up its units. */
const outOfUnits = /FeeReserveError\(LimitExceeded/

function refusalOfOne({ reason, detail }: Refused): ErrorCode {
	if (reason === 'not_owner') return 'not_account_owner'
	if (reason === 'insufficient_funds' || reason === 'already_committed') return reason
	return outOfUnits.test(detail) ? 'execution_units_too_high' : 'preview_failed'
}

/** Each passed alone, so what fails is the sum of them. */
function refusalTogether({ reason }: Refused): ErrorCode {
	return reason === 'insufficient_funds' ? reason : 'too_many_open_orders'
}
