import type { AuditAct, FillState, OperatorRole, OrderState, Outcome, PartState, Side } from '@accord/protocol'
import type { ColumnType, Generated, Kysely, Selectable, Transaction } from 'kysely'

/** The target of a statement: the database or one of its transactions. */
export type Database = Kysely<Tables> | Transaction<Tables>

/** numeric(58, 18) crosses as a decimal string in both drivers. */
type Numeric = string
/** int8 crosses as bigint in both drivers. */
type Int8 = ColumnType<bigint, bigint | number, bigint | number>
type NullableInt8 = ColumnType<bigint | null, bigint | number | null | undefined, bigint | number | null>
type DefaultedInt8 = ColumnType<bigint, bigint | number | undefined, bigint | number>
/** jsonb is written as JSON text and read parsed. */
type Json<T> = ColumnType<T, string, string>

export type ReservationState = 'open' | 'settled' | 'released'

export type MakerTable = {
	maker_id: string
	name: string
	last_sequence: Int8
	removed_sequence: DefaultedInt8
	created_at_ms: Int8
}
type MakerAccountTable = { address: string; maker_id: string; created_at_ms: Int8 }
export type ApiKeyTable = {
	key_hash: string
	key_id: string
	maker_id: string
	prefix: string
	label: string | null
	created_at_ms: Int8
	expires_at_ms: NullableInt8
	revoked_at_ms: NullableInt8
	last_used_at_ms: NullableInt8
	allowed_from: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
}
export type OperatorKeyTable = {
	key_hash: string
	key_id: string
	name: string
	role: OperatorRole
	prefix: string
	created_at_ms: Int8
	created_by: string
	revoked_at_ms: NullableInt8
	allowed_from: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
}
type AccountLevelTable = { address: string; level: number }
type SubintentTable = { subintent_hash: string; role: 'order' | 'fill'; created_at_ms: Int8 }

/** The common columns of an order and a fill: a signed limit order and its validated terms. */
type SignedLimitOrderColumns = {
	subintent_hash: string
	subintent_id: string
	signed_partial_transaction: string
	account: string
	sell_symbol: string
	sell_amount: Numeric
	buy_symbol: string
	buy_amount: Numeric
	platform_fee: Numeric
	settlement_fee: Numeric
	cost_xrd: Numeric
	rebate: Numeric
	execution_units: Int8
	has_prefix: boolean
	expires_at_s: Int8
	accepted_at_ms: Int8
	ended_at_ms: NullableInt8
	transaction_id: string | null
}

export type OrderTable = SignedLimitOrderColumns & {
	level: number
	base: string
	quote: string
	side: Side
	state: OrderState
	own_makers: ColumnType<string[], string | undefined, string>
	filled_at_ms: NullableInt8
	published_at_ms: NullableInt8
	claimed_until_ms: Int8
	/** What its bundle gives the user beyond the limit, in the quote token; null until it is published, and if there is none. */
	surplus: ColumnType<Numeric | null, Numeric | null | undefined, Numeric | null>
	/** How it was matched, one line of JSON per match; null for an order that was not matched, and once it is packed in its bundle. */
	match_record: ColumnType<string | null, string | null | undefined, string | null>
	/** The integrator that sent it, its share of the platform fee and, from publication on, what the outer pays it. */
	integrator: ColumnType<string | null, string | null | undefined, string | null>
	share_due: ColumnType<Numeric | null, Numeric | null | undefined, Numeric | null>
	share_paid: ColumnType<Numeric | null, Numeric | null | undefined, Numeric | null>
	share_account: ColumnType<string | null, string | null | undefined, string | null>
	/** The trace context of the request that submitted it; null unless it is traced. */
	trace_context: ColumnType<string | null, string | null | undefined, string | null>
}

export type IntegratorTable = {
	code: string
	account: string
	share: Numeric
	key_hash: string
	key_prefix: string
	created_at_ms: Int8
	revoked_at_ms: NullableInt8
}
type IntegratorTradeTable = { order_hash: string; code: string; settled_at_ms: Int8 }
type IntegratorBalanceTable = { code: string; symbol: string; earned: Numeric; paid: Numeric; claimed: Numeric }

export type FillTable = SignedLimitOrderColumns & {
	part_id: string
	order_hash: string
	maker_id: string
	state: FillState
	/** How much less of its account's own funds it needs, if its prefix only mints what it sells. */
	minted: ColumnType<Numeric | null, Numeric | null | undefined, Numeric | null>
	/** Its mints on credit. */
	mints: ColumnType<readonly StoredMint[] | null, string | null | undefined, string | null>
	/** When a preview showed that its bundle could not settle because of it. */
	vetoed_at_ms: NullableInt8
}

/** The badge that a mint proves, as `#1#`, and how much of which resource it mints. */
export type StoredMint = { readonly customer: string; readonly resource: string; readonly amount: string }

/** A fill of a part was refused. */
export type StoredRefusal = { readonly code: string; readonly at_ms: number }

type ExpiredIntentTable = { subintent_hash: string; account: string; checked_at_ms: Int8; is_unfunded: boolean }

export type PartTable = {
	part_id: string
	order_hash: string
	maker_id: string
	base: string
	quote: string
	side: Side
	base_amount: Numeric
	/** Its share of the user's limit, in the quote token; null: what the maker is asked for. */
	limit_quote: ColumnType<Numeric | null, Numeric | null | undefined, Numeric | null>
	levels: Json<[price: string, amount: string][]>
	fill_sell_symbol: string
	fill_sell_amount: Numeric
	fill_buy_symbol: string
	fill_buy_amount: Numeric
	state: PartState
	fill_before_ms: Int8
	asked_at_ms: Int8
	ended_at_ms: NullableInt8
	reservation: ReservationState
	reservation_ended_at_ms: NullableInt8
	settled_number: NullableInt8
	reject_reason: string | null
	/** When fills of it were refused, the first of each code; null if none was. */
	refusals: ColumnType<StoredRefusal[] | null, undefined, never>
	awaits_rerouting: Generated<boolean>
	/** Written by a trigger. */
	reservation_changed_by: ColumnType<bigint, undefined, never>
	/** Written by the same trigger. */
	reserved_number: ColumnType<bigint, undefined, never>
}

export type BundleTable = {
	bundle_number: Int8
	order_hash: string
	/** Empty once the bundle has ended, if they are packed. */
	items: Json<string[]>
	/** In rows of an earlier version. */
	packed_items: ColumnType<Uint8Array | null, undefined, never>
	packed_bytes: ColumnType<Uint8Array | null, undefined, never>
	/** Bytes of the order's record, if it is packed with them. */
	packed_record_length: ColumnType<number | null, undefined, never>
	published_at_ms: Int8
	ended_at_ms: NullableInt8
	subintent_ids: Json<string[]>
	expires_at_s: Int8
	/** What each item mints and burns of the service's markers; null once it has ended. */
	marker_amounts: ColumnType<string[] | null, string | null | undefined, string | null>
	/** The latest expiry of this bundle and those that it replaced; null if it was published unbound. */
	settles_until_s: NullableInt8
	/** When it was previewed because it had not settled. */
	previewed_at_ms: NullableInt8
	withdrawn_number: NullableInt8
	withdrawn_at_ms: NullableInt8
	withdrawn_reason: 'settled' | 'expired' | null
}

type ReplacedBundleTable = {
	bundle_number: Int8
	order_hash: string
	items: Json<string[]>
	marker_amounts: Json<string[]>
	subintent_ids: Json<string[]>
	published_at_ms: Int8
	expires_at_s: Int8
	withdrawn_number: Int8
	withdrawn_at_ms: Int8
}

type BundleSequenceTable = { one: boolean; last_number: Int8; removed_number: DefaultedInt8 }

type FillExecutionTable = {
	maker_id: string
	sequence_number: Int8
	part_id: string
	outcome: Outcome | null
	occurred_at_ms: Int8
	corrects: NullableInt8
}

type CorrectionTable = {
	subintent_hash: string
	corrected_at_ms: Int8
	outcome: 'Settled' | 'Expired'
	transaction_id: string | null
}

type TradeTable = { order_hash: string; settled_at_ms: Int8; trade_number: NullableInt8 }

export type CandleTable = {
	base: string
	quote: string
	interval_ms: Int8
	start_ms: Int8
	open: Numeric
	high: Numeric
	low: Numeric
	close: Numeric
	base_volume: Numeric
	quote_volume: Numeric
	trades: Int8
	first_at_ms: Int8
	last_at_ms: Int8
}

export type MakerPauseTable = {
	maker_id: string
	paused_by: 'maker' | 'breaker' | 'operator'
	reason: string | null
	since_ms: Int8
	until_ms: NullableInt8
	miss_rate: Numeric | null
	sample: number | null
}

export type PrefixUseTable = {
	key: string
	order_hash: string | null
	failures: number
	refused_until_ms: Int8
}

type AuditEntryTable = {
	entry_id: Generated<bigint>
	at_ms: Int8
	act: AuditAct
	actor: string
	subject: string
	detail: Json<Record<string, unknown>>
}

type AuditPageTable = {
	first_number: Int8
	last_number: Int8
	previous_hash: Uint8Array
	hash: Uint8Array
	entries: Uint8Array
	/** Those among its entries, for the statistics; null if there are none. */
	refusals: ColumnType<unknown, string | null | undefined, never>
}

type AuditArchiveTable = {
	last_number: Int8
	first_number: Int8
	hash: Uint8Array
	file: string
	archived_at_ms: Int8
	archived_by: string
}

type AuditHeadTable = { one: boolean; number: Int8; hash: Uint8Array }

type HeartbeatTable = { one: boolean; beat_at_ms: Int8 }

type IncarnationTable = {
	number: Generated<number>
	incarnation: string
	begun_at_ms: Int8
	copy_id: string | null
}

/** Every table of the service; columns are described in docs/schema.sql. */
export type Tables = {
	maker: MakerTable
	maker_account: MakerAccountTable
	api_key: ApiKeyTable
	integrator: IntegratorTable
	integrator_balance: IntegratorBalanceTable
	integrator_trade: IntegratorTradeTable
	operator_key: OperatorKeyTable
	account_level: AccountLevelTable
	subintent: SubintentTable
	order: OrderTable
	expired_intent: ExpiredIntentTable
	payer: { subintent_hash: string; account: string }
	part: PartTable
	fill: FillTable
	bundle: BundleTable
	replaced_bundle: ReplacedBundleTable
	bundle_sequence: BundleSequenceTable
	fill_execution: FillExecutionTable
	correction: CorrectionTable
	trade: TradeTable
	candle: CandleTable
	candle_recount: { base: string; quote: string; minute_ms: Int8 }
	maker_pause: MakerPauseTable
	prefix_use: PrefixUseTable
	heartbeat: HeartbeatTable
	incarnation: IncarnationTable
	node: NodeTable
	agreed_settings: AgreedSettingsTable
	restored_intent: { subintent_hash: string }
	audit_entry: AuditEntryTable
	audit_head: AuditHeadTable
	audit_page: AuditPageTable
	audit_archive: AuditArchiveTable
	reconciliation: { day: string; checked_at_ms: Int8; report: ColumnType<unknown, string, string> }
}

type AgreedSettingsTable = {
	version: number
	settings: Json<Readonly<Record<string, unknown>>>
	valid_from_ms: Int8
	author: string
	reason: string | null
	created_at_ms: Int8
}

type NodeTable = {
	node_id: string
	fingerprint: Readonly<Record<string, string>>
	seen_at_ms: Int8
	started_at_ms: NullableInt8
	place: ColumnType<string | null, string | null | undefined, string | null>
	report: ColumnType<unknown, string | null | undefined, string | null>
}

/**
 * A complete row as JSON, for statements that write many rows at the same time with jsonb_populate_recordset: int8 is
 * written as a number.
 */
export type JsonRow<Table> = {
	readonly [Column in keyof Selectable<Table>]: Selectable<Table>[Column] extends bigint | null
		? Exclude<Selectable<Table>[Column], bigint> | number
		: Selectable<Table>[Column]
}
