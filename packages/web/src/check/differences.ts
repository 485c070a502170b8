import type { Check } from './check.ts'
import type { CheckedTrade } from './check-trade.ts'

/** What a kind of failed check says to somebody whose money it is. */
export type Difference = {
	/** Who says something else than whom. */
	readonly who: string
	readonly money: string
	readonly advice: string
}

/** One difference for each kind of check that fails, the ones about money first. */
export function differencesIn({ intents, roots }: Pick<CheckedTrade, 'intents' | 'roots'>): Difference[] {
	const kinds = new Set<Kind>()
	for (const { checks } of roots) for (const check of failing(checks)) kinds.add(kindOfRoot(check))
	for (const { checks } of intents) for (const check of failing(checks)) kinds.add(kindOfIntent(check))
	return order.filter(kind => kinds.has(kind)).map(kind => differences[kind])
}

type Kind = 'limit' | 'settlement' | 'balance' | 'bytes' | 'match'

const order: readonly Kind[] = ['limit', 'settlement', 'balance', 'bytes', 'match']

function failing(checks: readonly Check[]): Check[] {
	return checks.filter(({ outcome }) => outcome === 'fails')
}

function kindOfRoot({ title }: Check): Kind {
	if (title.startsWith('Limit: ') || title === 'Non-fungibles') return 'limit'
	return title.startsWith('Balance: ') || title === 'Network fee' ? 'balance' : 'settlement'
}

function kindOfIntent({ title }: Check): Kind {
	return title === 'Match' || title === 'Inside' ? 'match' : 'bytes'
}

const differences: Readonly<Record<Kind, Difference>> = {
	limit: {
		who: 'The Gateway shows that an account gave more, or received less, than the bytes that its owner signed allow.',
		money:
			'If that is so, money left an account without a signature. The ledger does not permit it, so the Gateway or the bytes are more likely to be wrong.',
		advice:
			'Compare your balance in your wallet, and ask a second Gateway. If both agree, save the proof, trade no more here, and report it.',
	},
	settlement: {
		who: 'The service and the Gateway differ about the transaction: whether it was committed, where, when, or what was in it.',
		money:
			'Until they agree, this page proves nothing about where your money is. Your balance in your wallet is what counts.',
		advice: 'Ask a second Gateway. If it agrees with the first, the service is wrong: save the proof and report it.',
	},
	balance: {
		who: 'The service and the Gateway differ about what somebody gained or lost.',
		money:
			'Your money is where the ledger says. What the service shows of amounts, fees or refunds is not what happened.',
		advice:
			'Believe the balance changes of the Gateway, listed below. Ask a second Gateway, save the proof, and report it.',
	},
	bytes: {
		who: 'The service shows something else than was signed: other bytes, amounts or accounts, or a signature that is not valid.',
		money:
			'Nobody can move more than what was really signed and committed. The checks of balances and limits say what moved.',
		advice:
			'Do not rely on the amounts shown above. Save the proof, trade no more here until it is explained, and report it.',
	},
	match: {
		who: 'The service’s own signature is around something else than the order and the record of how it was matched.',
		money: 'You received at least your limit. Whether it was the best price on offer cannot be proved.',
		advice: 'Save the proof and report it: the record was to be fixed before the trade.',
	},
}
