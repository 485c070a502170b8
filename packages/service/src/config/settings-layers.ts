import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { withBusSecrets } from './bus-settings.ts'
import { hasPassword, withPassword } from './database-url.ts'
import { knownNetworks } from './networks.ts'
import { settingList } from './setting-list.ts'

type Settings = Record<string, unknown>

type Path = readonly string[]

/** The sections that hold a key, or name its file. */
const keySections: readonly Path[] = [
	['service_key'],
	['former_service_key'],
	['next_service_key'],
	['instamint', 'operator_key'],
	['instamint', 'payback_key'],
]

/** The keys whose files exist only while the service's key is being changed. */
const former = 'former_service_key'
const ofChange: readonly string[] = [former, 'next_service_key']

/** The sources of the settings: a file that replaces the one named by `ACCORD_CONFIG`, and a network by name. */
export type SettingsSource = { readonly file?: string; readonly network?: string }

/** The settings by source, each layer overriding those before it. */
export type SettingsLayers = {
	readonly path: string
	readonly network: Settings
	readonly file: Settings
	readonly environment: Settings
}

/** The effective settings, in the shape of the configuration file, with the keys from the named files. */
export async function readSettings(env: NodeJS.ProcessEnv, source: SettingsSource = {}): Promise<Settings> {
	const layers = await readLayers(env, source)
	return await withSecrets(mergeLayers(layers), layers.path)
}

/** Every layer as written; files that hold secrets are not read yet. */
export async function readLayers(env: NodeJS.ProcessEnv, source: SettingsSource = {}): Promise<SettingsLayers> {
	const path = source.file ?? env.ACCORD_CONFIG
	if (path === undefined || path === '')
		throw new Error('ACCORD_CONFIG: missing; it names the configuration file (or use --config)')
	const file = await readConfigFile(path)
	if (holdsSecret(file)) await requirePrivate(path, 'settings')
	const layers = { path, network: networkSettings(source.network), file, environment: environmentSettings(env) }
	requireSameNetwork(layers, source.network)
	return layers
}

/** The effective settings: the environment overrides the file, and the file overrides the network's defaults. */
export function mergeLayers({ network, file, environment }: SettingsLayers): Settings {
	const settings = merge(merge(network, file), environment)
	const whole = { ...settings, ...databaseOf(environment) }
	return keySections.reduce((merged, path) => withGivenKey(merged, path, environment), whole)
}

/** The files of the service's current and former key; undefined unless the settings name both, for keys of the same curve. */
export async function serviceKeyFiles(
	env: NodeJS.ProcessEnv,
	source: SettingsSource = {},
): Promise<{ curve: 'Ed25519' | 'Secp256k1'; current: string; former: string } | undefined> {
	const layers = await readLayers(env, source)
	const merged = mergeLayers(layers)
	const { service_key: current, [former]: before } = merged
	if (!isSection(current) || !isSection(before)) return undefined
	if (typeof current.file !== 'string' || typeof before.file !== 'string') return undefined
	const { curve = 'Ed25519' } = current
	if ((before.curve ?? 'Ed25519') !== curve || (curve !== 'Ed25519' && curve !== 'Secp256k1')) return undefined
	const folder = dirname(layers.path)
	return { curve, current: resolve(folder, current.file), former: resolve(folder, before.file) }
}

/** Whether a value is an object of settings. */
export function isSection(value: unknown): value is Settings {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}

async function readConfigFile(path: string): Promise<Settings> {
	const text = await readFile(path, 'utf8').catch(cause => {
		throw new Error(`ACCORD_CONFIG: ${path} cannot be read: expected a configuration file (--config)`, { cause })
	})
	const errors: ParseError[] = []
	const settings: unknown = parse(text, errors)
	if (errors.length > 0) {
		const lines = new Set(errors.map(({ error, offset }) => `${positionOf(text, offset)}: ${syntaxError(error)}`))
		throw new Error(`ACCORD_CONFIG: ${path} is not valid JSON:\n  ${[...lines].join('\n  ')}`)
	}
	if (!isSection(settings)) throw new Error(`ACCORD_CONFIG: ${path} does not contain a JSON object`)
	return settings
}

function positionOf(text: string, offset: number): string {
	const before = text.slice(0, offset).split('\n')
	return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`
}

/** An error name such as `CommaExpected`, written as words. */
function syntaxError(code: ParseError['error']): string {
	return printParseErrorCode(code)
		.replace(/(?<=[a-z])[A-Z]/g, ' $&')
		.toLowerCase()
}

function networkSettings(name: string | undefined): Settings {
	if (name === undefined) return {}
	const network = knownNetworks[name]
	const names = Object.keys(knownNetworks).join(', ')
	if (network === undefined) throw new Error(`network: unknown network '${name}'; it must be one of ${names}`)
	return { network_id: network.networkId, gateway_url: network.gatewayUrl }
}

/** The settings from the environment. */
function environmentSettings(env: NodeJS.ProcessEnv): Settings {
	let settings: Settings = {}
	for (const { variable, path, type } of settingList()) {
		const text = variable === undefined ? undefined : env[variable]
		if (text !== undefined && text !== '') settings = merge(settings, nest(path, parseValue(text, type)))
	}
	return settings
}

function nest([name, ...rest]: readonly string[], value: unknown): Settings {
	if (name === undefined) return {}
	return { [name]: rest.length === 0 ? value : nest(rest, value) }
}

/** An invalid number stays text, so that the schema reports it under the setting's name. */
function parseValue(text: string, type: string): unknown {
	if (type.startsWith('list')) return text.split(',').map(entry => entry.trim())
	if (type.startsWith('whole number') && /^\d{1,15}$/.test(text)) return Number(text)
	return text
}

/** Sections are merged setting by setting; lists are replaced. */
function merge(under: Settings, over: Settings): Settings {
	const merged = { ...under }
	for (const [name, value] of Object.entries(over)) {
		const below = merged[name]
		merged[name] = isSection(below) && isSection(value) ? merge(below, value) : value
	}
	return merged
}

/**
 * A network named on the command line guarantees on which network this service trades, so a contradicting setting is
 * refused.
 */
function requireSameNetwork({ network, file, environment }: SettingsLayers, name: string | undefined): void {
	const configured = environment.network_id ?? file.network_id
	if (name === undefined || configured === undefined || configured === network.network_id) return
	throw new Error(`network_id: ${String(configured)} is set, but ${name} is network ${String(network.network_id)}`)
}

/** The environment's database replaces the file's, whether that is a server or a directory. */
function databaseOf({ database }: Settings): Settings {
	const isWhole = isSection(database) && (database.url !== undefined || database.directory !== undefined)
	return isWhole ? { database } : {}
}

/** The environment's key or key file replaces whichever of them the file sets. */
function withGivenKey(settings: Settings, path: Path, environment: Settings): Settings {
	const [given, key] = [sectionAt(environment, path), sectionAt(settings, path)]
	if (given === undefined || key === undefined) return settings
	const { private_key_hex, file, ...rest } = key
	if (given.private_key_hex !== undefined) return withSection(settings, path, { ...rest, private_key_hex })
	return given.file === undefined ? settings : withSection(settings, path, { ...rest, file })
}

function sectionAt(settings: Settings, path: Path): Settings | undefined {
	const found = path.reduce<unknown>((value, name) => (isSection(value) ? value[name] : undefined), settings)
	return isSection(found) ? found : undefined
}

/** The settings with a different section in that place; undefined removes it. */
function withSection(settings: Settings, [name, ...rest]: Path, section: Settings | undefined): Settings {
	if (name === undefined) return settings
	const inner = settings[name]
	return {
		...settings,
		[name]: rest.length === 0 ? section : withSection(isSection(inner) ? inner : {}, rest, section),
	}
}

type ReadSecret = (file: string, setting: string) => Promise<string>

async function withSecrets(settings: Settings, path: string): Promise<Settings> {
	const read: ReadSecret = (file, setting) => readSecretFile(resolve(dirname(path), file), setting)
	const { operator, database, bus, deny_hook: hook } = settings
	let whole: Settings = {
		...settings,
		...(isSection(database) &&
			database.password_file !== undefined && { database: await withFilePassword(database, read) }),
		...(isSection(operator) && typeof operator.key_file === 'string' && { operator: await withKey(operator, read) }),
		...(isSection(hook) && typeof hook.secret_file === 'string' && { deny_hook: await withHookSecret(hook, read) }),
		...(isSection(bus) && { bus: await withBusSecrets(bus, { folder: dirname(path), read }) }),
	}
	for (const section of keySections) {
		const { file, ...rest } = sectionAt(settings, section) ?? {}
		if (typeof file !== 'string') continue
		const name = section.join('.')
		const isGone = ofChange.includes(name) && !existsSync(resolve(dirname(path), file))
		const key = isGone ? undefined : { ...rest, private_key_hex: await read(file, name) }
		whole = withSection(whole, section, key)
	}
	return whole
}

/** A key that is set directly overrides the file. */
async function withKey({ key_file: file, ...operator }: Settings, read: ReadSecret): Promise<Settings> {
	return operator.key === undefined ? { ...operator, key: await read(String(file), 'operator.key') } : operator
}

/** A token that is set directly overrides the file. */
async function withHookSecret({ secret_file: file, ...hook }: Settings, read: ReadSecret): Promise<Settings> {
	return hook.secret === undefined ? { ...hook, secret: await read(String(file), 'deny_hook.secret_file') } : hook
}

/** The password in the URL overrides the file. */
async function withFilePassword({ password_file: file, ...database }: Settings, read: ReadSecret): Promise<Settings> {
	if (typeof database.url !== 'string') throw new Error('database.url: missing, which database.password_file needs')
	if (hasPassword(database.url)) return database
	const password = await read(String(file), 'database.password_file')
	if (password === '') throw new Error(`database.password_file: ${String(file)} is empty`)
	return { ...database, url: withPassword(database.url, password) }
}

function holdsSecret(settings: Settings): boolean {
	const { operator, database, bus, makers, deny_hook: hook } = settings
	return (
		keySections.some(path => sectionAt(settings, path)?.private_key_hex !== undefined) ||
		(isSection(operator) && operator.key !== undefined) ||
		(isSection(hook) && hook.secret !== undefined) ||
		(isSection(database) && typeof database.url === 'string' && hasPassword(database.url)) ||
		(isSection(bus) && (bus.password !== undefined || bus.token !== undefined)) ||
		(Array.isArray(makers) && makers.some(maker => isSection(maker) && maker.api_key !== undefined))
	)
}

/** The text of a file that holds one secret. @throws Error when it cannot be read or is not private */
async function readSecretFile(path: string, setting: string): Promise<string> {
	await requirePrivate(path, setting)
	return (await readFile(path, 'utf8')).trim()
}

/** Refuses a file that other users can read, except the process's group one of mode 0440, as Kubernetes mounts secrets. */
async function requirePrivate(path: string, setting: string): Promise<void> {
	const { mode, gid } = await stat(path).catch(cause => {
		throw new Error(`${setting}: ${path} cannot be read`, { cause })
	})
	if (process.platform === 'win32' || (mode & 0o077) === 0) return
	if ((mode & 0o777) === 0o440 && (gid === process.getegid?.() || process.getgroups?.().includes(gid))) return
	throw new Error(`${setting}: other users can read the secrets in ${path}; run: chmod 600 ${path}`)
}
