import type { Page } from 'playwright-core'
import type { PageOptions } from './page-network.ts'

/** Ways in which some readers see the page, besides light and dark. */
export const modes: Readonly<Record<string, PageOptions>> = {
	'with forced colours': { forcedColors: 'active' },
	'at 320 px': { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
	'at 200 %': { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
	'with a font of 32 px': { prepare: useLargeFont },
}

/** As the browser's own setting does. */
async function useLargeFont(page: Page): Promise<void> {
	const session = await page.context().newCDPSession(page)
	await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
}
