import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const programs = [
	'/usr/bin/chromium-headless-shell',
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome-stable',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The installed Chromium; `ACCORD_CHROMIUM` overrides it. */
export function chromiumProgram(): string | undefined {
	return [process.env.ACCORD_CHROMIUM, ...programs].find(path => path !== undefined && existsSync(path))
}

/** Why browser tests are skipped, if they are. In CI a skip is a failure. */
export function withoutChromium(): string | false {
	if (chromiumProgram() !== undefined) return false
	if (process.env.CI === 'true') throw new Error('Chromium is not installed: apt-get install chromium-headless-shell')
	return 'Chromium is not installed'
}

const quiet = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
]

/** A browser that contacts only the pages it opens. */
export function startChromium(): Promise<Browser> {
	const executablePath = chromiumProgram()
	if (executablePath === undefined) throw new Error('Chromium is not installed')
	return chromium.launch({ executablePath, headless: true, args: quiet })
}
