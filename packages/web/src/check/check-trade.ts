import type { Token, TradeTrace } from '@accord/protocol'
import type { Gateway } from '../session/gateway.ts'
import { codec } from '../sign/codec.ts'
import type { Check } from './check.ts'
import { type CheckedIntent, checkIntents } from './check-intent.ts'
import { type CheckedRoot, checkRoot, checkUnshown } from './check-root.ts'

/** A trade with the results of its checks. */
export type CheckedTrade = {
	readonly intents: readonly CheckedIntent[]
	readonly roots: readonly CheckedRoot[]
	readonly checks: readonly Check[]
}

type TradeToCheck = {
	readonly trace: TradeTrace
	readonly networkId: number
	readonly tokens: ReadonlyMap<string, Token>
	readonly gateway: Pick<Gateway, 'commitStatus' | 'committedTransaction'>
	/** Awaited before each step, so that a check in idle time holds nothing up. */
	readonly pause?: () => Promise<void>
}

/**
 * Checks everything that the service says about a settled trade, using the signed bytes and the Gateway's current
 * answers. Anything that the Gateway does not answer is unknown. @throws Error if the codec cannot be fetched
 */
export async function checkTrade({
	trace,
	networkId,
	tokens,
	gateway,
	pause = async () => undefined,
}: TradeToCheck): Promise<CheckedTrade> {
	const answers = trace.roots.map(async ({ transactionId }) => ({
		status: await gateway.commitStatus(transactionId).catch(toError),
		transaction: await gateway.committedTransaction(transactionId).catch(toError),
	}))
	const context = { codec: await codec(), networkId, tokens, trace }
	const intents = await checkIntents(context, pause)
	const roots = await Promise.all(
		trace.roots.map(async (root, at) => {
			const answer = await answers[at]
			if (answer === undefined) throw new Error('every root is asked for')
			await pause()
			return checkRoot(root, answer, { ...context, intents })
		}),
	)
	const unshown = unshownOf(trace)
	if (unshown !== undefined) roots.push(checkUnshown(unshown, await gateway.commitStatus(unshown).catch(toError)))
	return { intents, roots, checks: [...intents, ...roots].flatMap(({ checks }) => checks) }
}

/** The transaction in which the order settled, if it is not among those that the service shows. */
function unshownOf({ subintentId, transactionId, roots }: TradeTrace): string | undefined {
	const isShown = roots.some(root => root.transactionId === transactionId && root.subintentIds.includes(subintentId))
	return isShown ? undefined : transactionId
}

function toError(error: unknown): Error {
	return error instanceof Error ? error : new Error(String(error))
}
