import { shortId } from '../format/short-id.ts'
import { type ManifestStep, manifestSteps } from './manifest-steps.ts'

/** What addresses and ids are called on the page: token symbols, whose account, whose intent. */
export type Labels = ReadonlyMap<string, string>

/** An instruction and what it does, for somebody who reads their first manifest. */
export type SaidStep = ManifestStep & { readonly says: string }

/** Every instruction of a manifest in plain words. What is not among those that trades consist of is named as it is. */
export function sayManifest(manifest: string, labels: Labels): SaidStep[] {
	const said: Said = { labels, buckets: new Map(), intents: new Map() }
	return manifestSteps(manifest).map(step => ({ ...step, says: sayStep(step, said) }))
}

/** What the instructions so far have named. */
type Said = {
	readonly labels: Labels
	readonly buckets: Map<string, string>
	readonly intents: Map<string, string>
}

function sayStep(step: ManifestStep, said: Said): string {
	switch (step.name) {
		case 'VERIFY_PARENT':
			return 'Do nothing unless the service has signed the intent around this one'
		case 'ASSERT_WORKTOP_IS_EMPTY':
			return 'Begin with nothing in hand'
		case 'CALL_METHOD':
			return sayCall(step, said)
		case 'TAKE_FROM_WORKTOP':
			return sayTake(step, said)
		case 'ASSERT_NEXT_CALL_RETURNS_ONLY':
			return `What comes back must be at least ${amountIn(step, said)} and nothing else, or all of this never happened`
		case 'USE_CHILD':
			return sayChild(step, said)
		case 'YIELD_TO_CHILD':
			return sayYield(step, said, `run ${intentIn(step, said)}`)
		case 'YIELD_TO_PARENT':
			return sayYield(step, said, 'let the intent around this one go on')
		default:
			return step.name.toLowerCase().replaceAll('_', ' ')
	}
}

function sayCall(step: ManifestStep, { labels, buckets }: Said): string {
	const [target, method, ...rest] = step.words
	const account = nameOf(target?.value, labels)
	const amount = rest.find(({ kind }) => kind === 'Decimal')?.value ?? ''
	const token = nameOf(rest.find(({ kind }) => kind === 'Address')?.value, labels)
	switch (method?.value) {
		case 'withdraw':
			return `Withdraw ${amount} ${token} from ${account}`
		case 'lock_fee':
			return `Pay the network fee, at most ${amount} XRD, from ${account}`
		case 'deposit':
			return `Deposit ${buckets.get(rest[0]?.value ?? '') ?? 'it'} in ${account}`
		case 'deposit_batch':
		case 'try_deposit_batch_or_abort':
			return `Deposit everything in hand in ${account}`
		default:
			return `Call ${method?.value ?? 'a method'} of ${account}`
	}
}

function sayTake(step: ManifestStep, said: Said): string {
	const amount = amountIn(step, said)
	const bucket = step.words.find(({ kind }) => kind === 'Bucket')
	if (bucket !== undefined) said.buckets.set(bucket.value, amount)
	return `Set ${amount} aside`
}

function sayChild(step: ManifestStep, { labels, intents }: Said): string {
	const named = step.words.find(({ kind }) => kind === 'NamedIntent')?.value ?? ''
	const label = nameOf(step.words.find(({ kind }) => kind === 'Intent')?.value, labels)
	intents.set(named, label)
	return `Take in ${label}, signed by somebody else`
}

/** Control and what is in the named buckets go together. */
function sayYield(step: ManifestStep, { buckets }: Said, then: string): string {
	const handed = step.words.flatMap(({ kind, value }) => {
		if (kind === 'Bucket') return buckets.get(value) ?? value
		return kind === 'Expression' ? 'everything in hand' : []
	})
	const text = handed.length === 0 ? then : `hand over ${handed.join(' and ')}, and ${then}`
	return text.charAt(0).toUpperCase() + text.slice(1)
}

function amountIn({ words }: ManifestStep, { labels }: Said): string {
	const amount = words.find(({ kind }) => kind === 'Decimal')?.value ?? ''
	return `${amount} ${nameOf(words.find(({ kind }) => kind === 'Address')?.value, labels)}`
}

function intentIn({ words }: ManifestStep, { intents }: Said): string {
	return intents.get(words.find(({ kind }) => kind === 'NamedIntent')?.value ?? '') ?? 'the intent inside'
}

function nameOf(address: string | undefined, labels: Labels): string {
	if (address === undefined) return 'something'
	return labels.get(address) ?? shortId(address, { head: 14, tail: 6 })
}
