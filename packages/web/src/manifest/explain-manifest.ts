import { capital } from '../format/capital.ts'
import { shortId } from '../format/short-id.ts'
import { type ManifestStep, manifestSteps } from './manifest-steps.ts'

/** Names for addresses and ids: token symbols, and the owners of accounts and intents. */
export type Labels = ReadonlyMap<string, string>

/** An instruction and what it does, for someone reading their first manifest. */
export type ExplainedStep = ManifestStep & { readonly explanation: string }

/** Explains each instruction of a manifest in plain words. Instructions that trades do not use keep their names. */
export function explainManifest(manifest: string, labels: Labels): ExplainedStep[] {
	const names: Names = { labels, buckets: new Map(), intents: new Map() }
	return manifestSteps(manifest).map(step => ({ ...step, explanation: explainStep(step, names) }))
}

/** The labels, and the names given by the instructions so far. */
type Names = {
	readonly labels: Labels
	readonly buckets: Map<string, string>
	readonly intents: Map<string, string>
}

function explainStep(step: ManifestStep, names: Names): string {
	switch (step.name) {
		case 'VERIFY_PARENT':
			return 'Stop unless the service has signed the enclosing intent'
		case 'ASSERT_WORKTOP_IS_EMPTY':
			return 'Start with nothing in hand'
		case 'CALL_METHOD':
			return explainCall(step, names)
		case 'TAKE_FROM_WORKTOP':
			return explainTake(step, names)
		case 'ASSERT_NEXT_CALL_RETURNS_ONLY':
			return `What comes back must be at least ${amountIn(step, names)} and nothing else, or everything is undone`
		case 'MINT_FUNGIBLE':
			return `Mint ${amountIn(step, names)}, which binds this to the other intents of the trade`
		case 'USE_CHILD':
			return explainChild(step, names)
		case 'YIELD_TO_CHILD':
			return explainYield(step, names, `run ${intentIn(step, names)}`)
		case 'YIELD_TO_PARENT':
			return explainYield(step, names, 'return to the enclosing intent')
		default:
			return step.name.toLowerCase().replaceAll('_', ' ')
	}
}

function explainCall(step: ManifestStep, { labels, buckets }: Names): string {
	const [target, method, ...rest] = step.words
	const account = nameOf(target?.value, labels)
	const amount = rest.find(({ kind }) => kind === 'Decimal')?.value ?? ''
	const token = nameOf(rest.find(({ kind }) => kind === 'Address')?.value, labels)
	switch (method?.value) {
		case 'withdraw':
			return `Withdraw ${amount} ${token} from ${account}`
		case 'lock_fee':
			return `Pay the network fee, up to ${amount} XRD, from ${account}`
		case 'deposit':
		case 'try_deposit_or_abort':
			return `Deposit ${buckets.get(rest[0]?.value ?? '') ?? 'it'} into ${account}`
		case 'try_deposit_or_refund':
			return `Deposit ${buckets.get(rest[0]?.value ?? '') ?? 'it'} into ${account}, or keep it if refused`
		case 'burn':
			return `Burn ${short(amount)} ${token} from ${account}, or everything is undone`
		case 'deposit_batch':
		case 'try_deposit_batch_or_abort':
			return `Deposit everything in hand into ${account}`
		default:
			return `Call ${method?.value ?? 'a method'} on ${account}`
	}
}

function explainTake(step: ManifestStep, names: Names): string {
	const amount = amountIn(step, names)
	const bucket = step.words.find(({ kind }) => kind === 'Bucket')
	if (bucket !== undefined) names.buckets.set(bucket.value, amount)
	return `Set ${amount} aside`
}

function explainChild(step: ManifestStep, { labels, intents }: Names): string {
	const named = step.words.find(({ kind }) => kind === 'NamedIntent')?.value ?? ''
	const label = nameOf(step.words.find(({ kind }) => kind === 'Intent')?.value, labels)
	intents.set(named, label)
	return `Include ${label}, signed by someone else`
}

/** Control is passed together with the contents of the named buckets. */
function explainYield(step: ManifestStep, { buckets }: Names, then: string): string {
	const handed = step.words.flatMap(({ kind, value }) => {
		if (kind === 'Bucket') return buckets.get(value) ?? value
		return kind === 'Expression' ? 'everything in hand' : []
	})
	const text = handed.length === 0 ? then : `hand over ${handed.join(' and ')} and ${then}`
	return capital(text)
}

function amountIn({ words }: ManifestStep, { labels }: Names): string {
	const amount = words.find(({ kind }) => kind === 'Decimal')?.value ?? ''
	return `${short(amount)} ${nameOf(words.find(({ kind }) => kind === 'Address')?.value, labels)}`
}

/** Markers have random amounts, which no one reads: their instructions show every digit. */
function short(amount: string): string {
	return amount.length > 32 ? 'a random amount of' : amount
}

function intentIn({ words }: ManifestStep, { intents }: Names): string {
	return intents.get(words.find(({ kind }) => kind === 'NamedIntent')?.value ?? '') ?? 'the intent inside'
}

function nameOf(address: string | undefined, labels: Labels): string {
	if (address === undefined) return 'something'
	return labels.get(address) ?? shortId(address, { head: 14, tail: 6 })
}
