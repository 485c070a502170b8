import { composeTransaction, type RunningLocalLedger } from '@accord/ledger'
import type { Token } from '@accord/protocol'

/** What a token that is added to a local ledger is called. */
export function addedSymbol(n: number): string {
	return `T${n}`
}

/** A ledger's tokens, followed by this many of its treasury's own, which are issued if they are not there yet. */
export function withAddedTokens({ ledger, treasury, tokens }: RunningLocalLedger, count: number): readonly Token[] {
	const own = new Set(tokens.map(({ resourceAddress }) => resourceAddress))
	const added = () =>
		ledger.fungibles(treasury.account).flatMap(({ resource }) => (own.has(resource) ? [] : [resource]))
	const missing = Math.max(0, count - added().length)
	if (missing > 0) issue({ ledger, treasury }, missing)
	const issued = added().sort().slice(0, count)
	return [
		...tokens,
		...issued.map((resourceAddress, n) => {
			const symbol = addedSymbol(n)
			return { symbol, resourceAddress, divisibility, name: symbol, iconUrl: '' }
		}),
	]
}

const divisibility = 18
/** Without a symbol of its own, so that any name may be given to it. */
const create = `CREATE_FUNGIBLE_RESOURCE_WITH_INITIAL_SUPPLY Enum<OwnerRole::None>() true ${divisibility}u8 Decimal("1000000") Tuple(None, None, None, None, None, None) Tuple(Map<String, Tuple>(), Map<String, Enum>()) None;`

function issue({ ledger, treasury }: Pick<RunningLocalLedger, 'ledger' | 'treasury'>, count: number): void {
	const { epoch } = ledger.info
	const account = `Address("${treasury.account}")`
	const { notarizedTransaction } = composeTransaction({
		manifest: [
			`CALL_METHOD ${account} "lock_fee" Decimal("500");`,
			...Array.from({ length: count }, () => create),
			`CALL_METHOD ${account} "deposit_batch" Expression("ENTIRE_WORKTOP");`,
		].join('\n'),
		window: { startEpoch: epoch, endEpoch: epoch + 2 },
		keyPair: ledger.treasury,
		networkId: ledger.networkId,
	})
	const { outcome, errorMessage } = ledger.submit(notarizedTransaction)
	if (outcome !== 'CommittedSuccess') throw new Error(`no tokens were issued: ${outcome}, ${errorMessage}`)
}
