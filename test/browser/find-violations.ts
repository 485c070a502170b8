import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Violation = {
	readonly id: string
	readonly nodes: readonly { readonly target: string[]; readonly html: string }[]
}

/** The page cannot fix what the wallet toolkit draws. */
const context = JSON.stringify({ exclude: [['radix-connect-button']] })

// An element that is still changing its colour, such as a button just enabled, would be judged by a colour in between.
const endTransitions = `for (const animation of document.getAnimations())
	if (animation.effect.getComputedTiming().endTime !== Infinity) animation.finish()`

/** The accessibility rules that the page breaks, and where, in both themes, according to axe. */
export async function findViolations(page: Page): Promise<string[]> {
	const found: string[] = []
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
		await page.evaluate(endTransitions)
		// What the sticky header half covers would be judged by the rest of it.
		await page.evaluate('scrollTo(0, 0)')
		// Evaluated through the debugger, which the page's security policy does not restrict.
		await page.evaluate(axe)
		const options = JSON.stringify({ runOnly: { type: 'tag', values: rules }, resultTypes: ['violations'] })
		const violations = await page.evaluate<Violation[]>(
			`axe.run(${context}, ${options}).then(found => found.violations)`,
		)
		for (const { id, nodes } of violations)
			for (const { target, html } of nodes)
				found.push(`${colorScheme}: ${id} at ${target.join(' ')}: ${html.slice(0, 160)}`)
	}
	return found
}
