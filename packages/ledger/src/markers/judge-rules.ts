import type { PublicKey } from '../codec.ts'
import type { LedgerRule } from './ledger-rule.ts'
import { badgeOf } from './marker-manifests.ts'

/** What is wrong with markers, in sentences. */
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
	const allows = ({ rule }: FoundRule, badge: string) => typeof rule === 'string' || rule.includes(badge)
	const lacking = [...own].flatMap(([badge, { curve, publicKey }]) => {
		const phrases = rules.filter(rule => !allows(rule, badge)).map(({ phrase }) => phrase)
		const name = `the service’s ${curve} key ${publicKey}`
		const whole = `the markers and the box do not belong to ${name}`
		return phrases.length === rules.length ? [whole] : phrases.map(phrase => `${phrase}, but not by ${name}`)
	})
	return {
		faults: [...rules.flatMap(({ phrase, rule, faults = [] }) => [...faults, ...openTo(phrase, rule)]), ...lacking],
		otherKeys: [...new Set(rules.flatMap(({ rule }) => (typeof rule === 'string' ? [] : rule)))]
			.filter(badge => !own.has(badge))
			.flatMap(badge => {
				const phrases = rules.filter(rule => typeof rule.rule !== 'string' && allows(rule, badge))
				const whole = `the markers and the box belong to another key, too: ${badge}`
				return phrases.length === rules.length
					? [whole]
					: phrases.map(({ phrase }) => `${phrase} by another key, ${badge}`)
			}),
	}
}

function openTo(phrase: string, rule: LedgerRule): string[] {
	if (rule === 'anyone') return [`${phrase} by anyone`]
	return rule === 'unknown' ? [`${phrase} under a rule other than any of the service’s keys`] : []
}
