import type { PublicKey } from '../codec.ts'
import type { LedgerRule } from './ledger-rule.ts'
import { badgeOf } from './marker-manifests.ts'

/** The faults of markers, as sentences. */
export type MarkerCheck = {
	/** Bundles would not settle, or would not be bound. */
	readonly faults: readonly string[]
	/** Other keys may mint, burn or empty the box, as a retired key may until its rights are taken away. */
	readonly otherKeys: readonly string[]
}

/** What a rule of the ledger allows, as a phrase such as `the order marker … can be minted`, and what else is wrong there. */
export type FoundRule = { readonly phrase: string; readonly rule: LedgerRule; readonly faults?: readonly string[] }

type Owners = { readonly keys: readonly PublicKey[]; readonly networkId: number }

/** Compares the rules of markers and box, each of which any of these keys should satisfy, and no one else. */
export function judgeRules(rules: readonly FoundRule[], { keys, networkId }: Owners): MarkerCheck {
	const own = new Map(keys.map(key => [badgeOf(key, networkId), key]))
	const named = new Set(rules.flatMap(rule => badgesIn(rule) ?? []))
	return {
		faults: [
			...rules.flatMap(({ phrase, rule, faults = [] }) => [...faults, ...openTo(phrase, rule)]),
			...[...own].flatMap(([badge, { curve, publicKey }]) => {
				const name = `the service’s ${curve} key ${publicKey}`
				return describe(
					rules.filter(rule => badgesIn(rule)?.includes(badge) === false),
					{
						ofAll: rules.length,
						whole: `the markers and the box do not belong to ${name}`,
						each: phrase => `${phrase}, but not by ${name}`,
					},
				)
			}),
		],
		otherKeys: [...named]
			.filter(badge => !own.has(badge))
			.flatMap(badge =>
				describe(
					rules.filter(rule => badgesIn(rule)?.includes(badge)),
					{
						ofAll: rules.length,
						whole: `the markers and the box belong to another key, too: ${badge}`,
						each: phrase => `${phrase} by another key, ${badge}`,
					},
				),
			),
	}
}

/** Undefined if a rule is not about badges. */
function badgesIn({ rule }: FoundRule): readonly string[] | undefined {
	return typeof rule === 'string' ? undefined : rule
}

type Sentences = { readonly ofAll: number; readonly whole: string; each(phrase: string): string }

/** One sentence if it is about all rules, else one for each. */
function describe(rules: readonly FoundRule[], { ofAll, whole, each }: Sentences): string[] {
	return rules.length === ofAll ? [whole] : rules.map(({ phrase }) => each(phrase))
}

function openTo(phrase: string, rule: LedgerRule): string[] {
	if (rule === 'anyone') return [`${phrase} by anyone`]
	return rule === 'unknown' ? [`${phrase} under a rule other than any of the service’s keys`] : []
}
