import { readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

type Settings = Record<string, unknown>

/**
 * The words of the configuration file that `ACCORD_CONFIG` names, with what the environment sets instead:
 * `ACCORD_GATEWAY_URL`, `ACCORD_SERVICE_HOST`, `ACCORD_SERVICE_PORT`, `ACCORD_DATABASE_URL`, `ACCORD_SERVICE_KEY` (hex).
 * A file that holds a private key must not be readable for others.
 */
export async function readSettings(env: NodeJS.ProcessEnv): Promise<Settings> {
	const path = env.ACCORD_CONFIG
	if (path === undefined || path === '') throw new Error('ACCORD_CONFIG: missing; it names the configuration file')
	const settings = await readJson(path)
	const key = await keyOf(settings, { path, env })
	return {
		...settings,
		...(env.ACCORD_GATEWAY_URL && { gateway_url: env.ACCORD_GATEWAY_URL }),
		...(env.ACCORD_SERVICE_HOST && { host: env.ACCORD_SERVICE_HOST }),
		...(env.ACCORD_SERVICE_PORT && { port: Number(env.ACCORD_SERVICE_PORT) }),
		...(env.ACCORD_DATABASE_URL && { database: { kind: 'postgres', url: env.ACCORD_DATABASE_URL } }),
		...(key !== undefined && { service_key: key }),
	}
}

async function readJson(path: string): Promise<Settings> {
	const text = await readFile(path, 'utf8').catch(cause => {
		throw new Error(`ACCORD_CONFIG: ${path} cannot be read`, { cause })
	})
	const settings = parseJson(text)
	if (!isObject(settings)) throw new Error(`ACCORD_CONFIG: ${path} does not hold a JSON object`)
	return settings
}

async function keyOf(settings: Settings, { path, env }: { path: string; env: NodeJS.ProcessEnv }): Promise<unknown> {
	const given = settings.service_key
	const { private_key_hex: inline, file, ...rest } = isObject(given) ? given : {}
	if (inline !== undefined) await requirePrivate(path)
	if (env.ACCORD_SERVICE_KEY) return { ...rest, private_key_hex: env.ACCORD_SERVICE_KEY }
	if (typeof file !== 'string') return given
	const keyPath = resolve(dirname(path), file)
	await requirePrivate(keyPath)
	return { ...rest, private_key_hex: (await readFile(keyPath, 'utf8')).trim() }
}

async function requirePrivate(path: string): Promise<void> {
	const { mode } = await stat(path).catch(cause => {
		throw new Error(`service_key: ${path} cannot be read`, { cause })
	})
	if (process.platform === 'win32' || (mode & 0o077) === 0) return
	throw new Error(`service_key: others may read ${path}, which holds the key; do: chmod 600 ${path}`)
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}

function isObject(value: unknown): value is Settings {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}
