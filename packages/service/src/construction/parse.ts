import {
	type LimitOrderReading,
	type LimitOrderTerms,
	readLimitOrder,
	readManifest,
	readSubintent,
	type SubintentInfo,
	withReading,
} from '@accord/ledger'
import {
	type FeeInfo,
	type OrderSource,
	type ParsedOrder,
	type ParseRequest,
	TradeError,
	type Violation,
} from '@accord/protocol'
import type { Accounts } from '../accounts/accounts.ts'
import { decodeOr, readSignedPartial } from '../intents/read-intent.ts'
import {
	findAccessRuleViolations,
	findAmountViolations,
	findPairViolations,
	findWithdrawViolations,
	readTradedTerms,
} from '../intents/traded-terms.ts'
import { findFeeViolations } from '../intents/validate-order.ts'
import type { Market } from '../market/market.ts'
import { type WorkThreads, work } from '../threads/work-threads.ts'

type ParseDeps = {
	readonly market: Market
	readonly feeInfo: FeeInfo
	readonly threads: Pick<WorkThreads, 'run'>
	readonly accounts: Pick<Accounts, 'levelOf'>
}
type ReadSubintent = Pick<SubintentInfo, 'subintentId' | 'header' | 'children'>
type ReadSource = { readonly reading: LimitOrderReading; readonly subintent?: ReadSubintent }

/**
 * POST /construction/parse: the limit order in a manifest, subintent or signed partial transaction, and its
 * violations of the schema and of the fees of its account's level. Rules that depend on when it is submitted (expiry, funds)
 * are not checked.
 * @throws TradeError with the code of the first violation if no limit order can be read
 */
export async function parseManifest(
	deps: ParseDeps,
	{ role = 'taker', ...source }: ParseRequest,
	client = '',
): Promise<ParsedOrder> {
	const { networkId } = deps.market
	const { reading, subintent } = await deps.threads.run(client, sourceWork, networkId, source)
	const { violations: ofSchema, terms } = reading
	if (terms === undefined) throw refuse(ofSchema)
	const { violations: unknownTokens, traded } = readTradedTerms(deps.market, terms)
	if (traded === undefined) throw refuse([...ofSchema, ...unknownTokens])
	const violations = [
		...findChildren(subintent),
		...ofSchema,
		...findPairViolations(traded, terms.at),
		...findTermViolations(deps, terms),
		...findFeeViolations({ ...deps, role, level: await deps.accounts.levelOf(terms.account) }, terms),
	]
	return {
		limitOrder: traded.limitOrder,
		account: terms.account,
		fee: traded.fee,
		...(subintent === undefined ? {} : describe(subintent)),
		violations: violations.map(({ code, item }) => ({ rule: code, ...item })),
	}
}

/** The limit order in a manifest, subintent or signed partial transaction. @throws TradeError if it cannot be decoded */
export function readSource(
	networkId: number,
	{ manifest, subintent, signedPartialTransaction }: OrderSource,
): ReadSource {
	if (manifest !== undefined) {
		return { reading: readLimitOrder(decodeOr('invalid_manifest', () => readManifest(manifest, networkId))) }
	}
	const info =
		signedPartialTransaction === undefined
			? decodeOr('invalid_subintent', () => withReading(readSubintent(subintent.toLowerCase(), networkId)))
			: readSignedPartial({ networkId }, signedPartialTransaction)
	return { reading: info.reading, subintent: info }
}

const sourceWork = work(import.meta.url, readSource)

function findTermViolations(
	{ market, feeInfo }: Pick<ParseDeps, 'market' | 'feeInfo'>,
	terms: LimitOrderTerms,
): Violation[] {
	return [
		...findAccessRuleViolations(feeInfo, terms),
		...findAmountViolations(market, terms),
		...findWithdrawViolations(terms),
	]
}

function findChildren(subintent: ReadSubintent | undefined): Violation[] {
	const children = subintent?.children.length ?? 0
	return children === 0 ? [] : [{ code: 'children_not_allowed', item: { expected: 'none', found: String(children) } }]
}

function describe({ subintentId, header }: ReadSubintent): Pick<ParsedOrder, 'subintentId' | 'expiresAtS'> {
	const expiry = header.maxTimestampS == null ? {} : { expiresAtS: header.maxTimestampS }
	return { subintentId, ...expiry }
}

function refuse(violations: readonly Violation[]): TradeError {
	const [first, ...rest] = violations
	if (first === undefined) return new TradeError('manifest_schema', 'no limit order can be read from the manifest')
	return TradeError.fromViolations([first, ...rest])
}
