import type { Token, TracedItem, TradeTrace } from '@accord/protocol'
import type { Labels } from '../manifest/explain-manifest.ts'
import { type ManifestStep, manifestSteps } from '../manifest/manifest-steps.ts'

/** Names for everything in a trade's manifests: tokens by symbol, accounts and intents by owner. */
export function traceLabels(trace: TradeTrace, tokens: ReadonlyMap<string, Token>): Labels {
	const labels = new Map<string, string>()
	for (const { symbol, resourceAddress } of tokens.values()) labels.set(resourceAddress, symbol)
	for (const { outer } of trace.items) {
		const service = outer === undefined ? undefined : feeAccount(outer.manifest)
		if (service !== undefined) labels.set(service, 'the service’s account')
	}
	for (const { solver } of trace.roots) if (solver !== undefined) labels.set(solver, 'the solver’s account')
	for (const { maker, fill } of trace.parts)
		if (fill !== undefined) labels.set(fill.account, `${makerName(maker)}’s account`)
	labels.set(trace.account, 'the user’s account')
	for (const { role, maker, subintentId, outer } of trace.items) {
		const whose = role === 'order' ? 'the user’s intent' : `${makerName(maker)}’s intent`
		labels.set(subintentId, whose)
		if (outer !== undefined) labels.set(outer.subintentId, `${whose}, wrapped`)
	}
	return labels
}

/** `maker-1` for use within a sentence. */
export function makerName(label = 'maker'): string {
	return label.replace('-', ' ')
}

/** `The user’s intent`, `Maker 1’s intent`. */
export function whoseIntent({ role, maker }: Pick<TracedItem, 'role' | 'maker'>): string {
	if (role === 'order') return 'The user’s intent'
	const name = makerName(maker)
	return `${name.charAt(0).toUpperCase()}${name.slice(1)}’s intent`
}

/** The account into which an outer pays the platform fee: only that deposit must succeed. */
export function feeAccount(outerManifest: string): string | undefined {
	const isFee = ([, method]: ManifestStep['words']) => method?.value === 'try_deposit_or_abort'
	return manifestSteps(outerManifest).find(({ name, words }) => name === 'CALL_METHOD' && isFee(words))?.words[0]?.value
}
