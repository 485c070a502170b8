import type { Token, TracedItem, TracedPart, TradeTrace } from '@accord/protocol'
import { capital } from '../format/capital.ts'
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
	for (const item of trace.items) {
		const whose = nameOfIntent(item, trace)
		labels.set(item.subintentId, whose)
		if (item.outer !== undefined) labels.set(item.outer.subintentId, `${whose}, wrapped`)
	}
	return labels
}

/** `maker-1` for use within a sentence. */
export function makerName(label = 'maker'): string {
	return label.replace('-', ' ')
}

/** `The user’s intent`, `Maker 1’s intent`; if the maker has several, `Maker 1’s intent 2 of 3`. */
export function whoseIntent(item: Intent, trace: Pick<TradeTrace, 'parts'>): string {
	return capital(nameOfIntent(item, trace))
}

type Intent = Pick<TracedItem, 'role' | 'maker' | 'subintentId'>

function nameOfIntent({ role, maker, subintentId }: Intent, { parts }: Pick<TradeTrace, 'parts'>): string {
	if (role === 'order') return 'the user’s intent'
	const part = parts.find(({ fill }) => fill?.subintentId === subintentId)
	return `${makerName(maker)}’s intent${part === undefined ? '' : placeOf(part, parts)}`
}

/** Which of a maker's intents or, before it signs, of its responses a part is: ` 2 of 3`; nothing for the only one. */
export function placeOf(part: TracedPart, parts: readonly TracedPart[]): string {
	const hasSigned = ({ fill }: TracedPart) => fill !== undefined
	const same = parts.filter(other => other.maker === part.maker && hasSigned(other) === hasSigned(part))
	return same.length < 2 ? '' : ` ${same.indexOf(part) + 1} of ${same.length}`
}

/** The account into which an outer pays the platform fee: only that deposit must succeed. */
export function feeAccount(outerManifest: string): string | undefined {
	const isFee = ([, method]: ManifestStep['words']) => method?.value === 'try_deposit_or_abort'
	return manifestSteps(outerManifest).find(({ name, words }) => name === 'CALL_METHOD' && isFee(words))?.words[0]?.value
}
