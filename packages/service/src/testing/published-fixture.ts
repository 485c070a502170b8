import type { TestContext } from 'node:test'
import { publishBundles } from '../bundles/publish-bundles.ts'
import { SettlementTracker } from '../settlement/track-settlements.ts'
import { openFilled } from './filled-fixture.ts'
import { expiryMarginMs } from './trade-fixture.ts'

/**
 * An order with its fill, published: the code that tracks its settlement, a clock that can be advanced, and the
 * ledger's commits.
 */
export async function openPublished(t: TestContext, lives: { expiresInS?: number; fillExpiresInS?: number } = {}) {
	const trade = await openFilled(t)
	const { clock, deps, gateway, messages } = trade
	const placed = await trade.placeAndFill(lives)
	await publishBundles(deps)
	messages.length = 0
	const tracker = new SettlementTracker(deps)
	const track = async () => {
		clock.advance(500)
		while ((await tracker.run()) === 'again') {}
	}
	/** Lets time pass, in two answers, until intents that expire in that many seconds have expired by every clock. */
	const expire = async (seconds: number) => {
		clock.advance(seconds * 1000 + expiryMarginMs)
		await track()
		clock.advance(500)
		await track()
	}
	const commit = (...ids: string[]) => {
		gateway.stateVersion += 1
		for (const id of ids) gateway.committed.set(id, 'txid_1')
	}
	return { ...trade, ...placed, track, expire, commit }
}
