import { z } from 'zod'

/** Whom the operator asks before an order is accepted. The secret comes from a file: it is sent with every request. */
export const denyHookSettings = z.strictObject({
	url: z
		.url({ protocol: /^https?$/ })
		.describe('Asked by POST before an order is accepted, and answers whether to deny it. Without it no one is asked.')
		.optional(),
	secret: z.string().min(1).describe('The bearer token sent to it.').meta({ secret: true }).optional(),
	secret_file: z.string().min(1).describe('The file with that token.').optional(),
	timeout_ms: z
		.number()
		.int()
		.positive()
		.max(10_000)
		.default(1_000)
		.describe('How long an answer may take, in milliseconds, the wait for a free call included.'),
	when_silent: z
		.enum(['refuse', 'accept'])
		.default('refuse')
		.describe('What happens to orders while it does not answer: they are refused with orders_paused, or accepted.'),
	at_once: z
		.number()
		.int()
		.positive()
		.max(1_024)
		.default(64)
		.describe('Calls in progress at once, and a quarter of the orders that may wait for one.'),
})

/** The hook that may deny orders. */
export type DenyHookConfig = {
	readonly url: string
	readonly secret?: string
	readonly timeoutMs: number
	readonly whenSilent: 'refuse' | 'accept'
	readonly atOnce: number
}

/** Without a URL there is no hook. */
export function withDenyHook(settings: z.infer<typeof denyHookSettings>): { denyHook?: DenyHookConfig } {
	const { url, secret, timeout_ms: timeoutMs, when_silent: whenSilent, at_once: atOnce } = settings
	if (url === undefined) return {}
	return { denyHook: { url, timeoutMs, whenSilent, atOnce, ...(secret !== undefined && { secret }) } }
}

/** What is wrong with the hook, one per line. */
export function checkDenyHook(hook: DenyHookConfig | undefined): string[] {
	if (hook === undefined) return []
	const { username, password } = new URL(hook.url)
	return [
		...(username === '' && password === '' ? [] : ['deny_hook.url: contains credentials; use deny_hook.secret_file']),
		// The token is sent in a header.
		...(/^[!-~]*$/.test(hook.secret ?? '') ? [] : ['deny_hook.secret: contains characters other than printable ASCII']),
	]
}
