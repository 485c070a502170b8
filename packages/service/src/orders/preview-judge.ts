import {
	composeOrderPreview,
	type GatewayClient,
	GatewayError,
	type OrderPreview,
	orderPreviewFlags,
	type PreviewService,
	readOrderPreview,
	readSignedPartialTransaction,
	type SignedPartialInfo,
} from '@accord/ledger'
import { Decimal, type ErrorCode, type FeeRole, type Finding, TradeError } from '@accord/protocol'
import type { OpenIntent } from './account-funds.ts'
import { askLedger } from './ask-ledger.ts'
import type { JudgedLimitOrder } from './judge-limit-order.ts'
import { type PreviewLimits, PreviewQueue } from './preview-queue.ts'

/** What a judged order or fill is to cost at settlement. */
export type PreviewJudgement = { readonly costXrd: Decimal; readonly executionUnits: number }

/** The intent to preview, and the other open ones of its account, oldest first. */
export type PreviewRequest = {
	readonly judged: Pick<JudgedLimitOrder, 'subintentId' | 'hasPrefix'>
	readonly info: SignedPartialInfo
	readonly role: FeeRole
	readonly open: readonly OpenIntent[]
}

type PreviewGateway = Pick<GatewayClient, 'preview' | 'subintentStatus'>

const costXrdMax = Decimal.fromInteger(5)
const executionUnitsMax: Readonly<Record<FeeRole, number>> = { taker: 84_000_000, maker: 12_000_000 }

/**
 * Asks the ledger, by one preview, what bytes cannot tell: that the signers own the account, that it holds what they
 * give, and what the intent costs. Success is the only pass. Where a prefix is involved, the open intents of the account
 * are previewed with it, so that no two of them are promised the same funds.
 */
export class PreviewJudge {
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

	/**
	 * @throws TradeError `already_committed`, `not_account_owner`, `insufficient_funds`, `execution_cost_too_high`,
	 * `execution_units_too_high`, `too_many_open_orders`, `preview_failed`, `busy`, `ledger_unavailable`
	 */
	judge(request: PreviewRequest): Promise<PreviewJudgement> {
		return this.#queue.run({ role: request.role, hasPrefix: involvesPrefix(request) }, () => this.#judge(request))
	}

	async #judge(request: PreviewRequest): Promise<PreviewJudgement> {
		const { judged, info, role, open } = request
		const [isCommitted, preview] = await Promise.all([this.#isCommitted(judged.subintentId), this.#preview([info])])
		if (isCommitted) throw new TradeError('already_committed')
		if (!preview.ok) throw new TradeError(refusalOfOne(preview), preview.detail)
		const { costXrd, executionUnits } = preview
		const [first, ...rest] = findCostFaults({ costXrd, executionUnits }, role)
		if (first !== undefined) throw TradeError.fromFindings([first, ...rest])
		if (involvesPrefix(request) && open.length > 0) await this.#requireRoomBeside(open, info)
		return { costXrd, executionUnits }
	}

	/** Previews it after the account's other open intents; anew if one of them was committed meanwhile. */
	async #requireRoomBeside(open: readonly OpenIntent[], info: SignedPartialInfo): Promise<void> {
		let before = await this.#stillOpen(open.map(intent => this.#read(intent)))
		for (;;) {
			const preview = await this.#preview([...before, info])
			const after = await this.#stillOpen(before)
			if (after.length < before.length) before = after
			else if (preview.ok) return
			else throw new TradeError(refusalTogether(preview), preview.detail)
		}
	}

	#read({ signedPartialTransaction }: OpenIntent): SignedPartialInfo {
		return readSignedPartialTransaction(signedPartialTransaction, this.#networkId)
	}

	/** Without those that are committed, and those that no longer can be. */
	async #stillOpen(infos: readonly SignedPartialInfo[]): Promise<SignedPartialInfo[]> {
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
		return askLedger(() => this.#gateway.subintentStatus(subintentId))
	}

	async #preview(orders: readonly SignedPartialInfo[]): Promise<OrderPreview> {
		const preview = composeOrderPreview({ orders, service: this.#service, networkId: this.#networkId })
		try {
			return readOrderPreview(await askLedger(() => this.#gateway.preview(preview, orderPreviewFlags)))
		} catch (cause) {
			if (cause instanceof GatewayError) throw new TradeError('preview_failed', cause.message, { cause })
			throw cause
		}
	}
}

function involvesPrefix({ judged, open }: PreviewRequest): boolean {
	return judged.hasPrefix || open.some(({ hasPrefix }) => hasPrefix)
}

function findCostFaults({ costXrd, executionUnits }: PreviewJudgement, role: FeeRole): Finding[] {
	const findings: Finding[] = []
	if (costXrd > costXrdMax) {
		const item = { expected: `at most ${Decimal.format(costXrdMax)} XRD`, found: Decimal.format(costXrd) }
		findings.push({ code: 'execution_cost_too_high', item })
	}
	if (executionUnits > executionUnitsMax[role]) {
		const item = { expected: `at most ${executionUnitsMax[role]} execution units`, found: String(executionUnits) }
		findings.push({ code: 'execution_units_too_high', item })
	}
	return findings
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
