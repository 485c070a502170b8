import { isSection, type Setting, settingList } from '@accord/service'

const redacted = '(set, not shown)'

/** Settings as they may be shown: whatever opens something is left out, but that it is set is told. */
export function redactSettings(settings: Record<string, unknown>): Record<string, unknown> {
	const secrets = settingList().filter(({ isSecret }) => isSecret)
	return secrets.reduce((shown, { path }) => redact(shown, path) as Record<string, unknown>, settings)
}

function redact(value: unknown, [name, ...rest]: Setting['path']): unknown {
	if (name === undefined) return typeof value === 'string' ? hide(value) : value
	if (name === '*') return Array.isArray(value) ? value.map(entry => redact(entry, rest)) : value
	if (!isSection(value) || value[name] === undefined) return value
	return { ...value, [name]: redact(value[name], rest) }
}

/** Of a URL only its password is a secret; any other secret is hidden whole. */
function hide(secret: string): string {
	const url = URL.parse(secret)
	if (url === null || url.host === '') return redacted
	if (url.password !== '') url.password = '…'
	// libpq also takes it from the query.
	if (url.searchParams.has('password')) url.searchParams.set('password', '…')
	return decodeURIComponent(url.href)
}
