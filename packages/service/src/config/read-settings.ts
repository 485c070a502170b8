import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { environmentSettings, isSection, mergeSettings } from './environment.ts'
import { knownNetworks } from './known-networks.ts'
import { readSecretFile, requirePrivate } from './secret-file.ts'
import { withoutComments } from './without-comments.ts'

type Settings = Record<string, unknown>

/** Where the settings come from: a file instead of the one that `ACCORD_CONFIG` names, and a network by its name. */
export type SettingsSource = { readonly file?: string; readonly network?: string }

/** The settings' words by where they are from, the weaker first. */
export type SettingsLayers = {
	readonly path: string
	readonly network: Settings
	readonly file: Settings
	readonly environment: Settings
}

/**
 * The words of the configuration file, with what the environment sets instead (each setting has its variable: see
 * setting-list.ts). Files that hold secrets must not be readable for others; those that are named are read.
 */
export async function readSettings(env: NodeJS.ProcessEnv, source: SettingsSource = {}): Promise<Settings> {
	const layers = await readLayers(env, source)
	return await withSecrets(mergeLayers(layers), layers.path)
}

/** All that was said, the secrets' files not yet read. */
export async function readLayers(env: NodeJS.ProcessEnv, source: SettingsSource = {}): Promise<SettingsLayers> {
	const path = source.file ?? env.ACCORD_CONFIG
	if (path === undefined || path === '')
		throw new Error('ACCORD_CONFIG: missing; it names the configuration file (or: --config)')
	const file = await readJson(path)
	if (holdsSecret(file)) await requirePrivate(path, 'settings')
	const layers = { path, network: networkSettings(source.network), file, environment: environmentSettings(env) }
	requireSameNetwork(layers, source.network)
	return layers
}

/** What holds in the end: the environment above the file, the file above the network's defaults. */
export function mergeLayers({ network, file, environment }: SettingsLayers): Settings {
	const settings = mergeSettings(mergeSettings(network, file), environment)
	return { ...settings, ...databaseOf(settings, environment), ...serviceKeyOf(settings, environment) }
}

function networkSettings(name: string | undefined): Settings {
	if (name === undefined) return {}
	const network = knownNetworks[name]
	const names = Object.keys(knownNetworks).join(', ')
	if (network === undefined) throw new Error(`network: there is no '${name}'; known are ${names}`)
	return { network_id: network.networkId, gateway_url: network.gatewayUrl }
}

/** A network named on the command line is a promise of where this trades: nothing may say otherwise. */
function requireSameNetwork({ network, file, environment }: SettingsLayers, name: string | undefined): void {
	const said = environment.network_id ?? file.network_id
	if (name === undefined || said === undefined || said === network.network_id) return
	throw new Error(`network_id: ${String(said)} is set, but ${name} is network ${String(network.network_id)}`)
}

/** The environment's database replaces the file's, whichever kind that is. */
function databaseOf(settings: Settings, { database }: Settings): Settings {
	if (!isSection(database)) return {}
	if (database.url !== undefined) return { database: { kind: 'postgres', url: database.url } }
	const { url: _, ...others } = isSection(settings.database) ? settings.database : {}
	return { database: { ...others, kind: 'pglite', directory: database.directory } }
}

/** The environment's key, or file of the key, replaces whichever of both the file names. */
function serviceKeyOf(settings: Settings, { service_key: given }: Settings): Settings {
	if (!isSection(given) || !isSection(settings.service_key)) return {}
	const { private_key_hex, file, ...rest } = settings.service_key
	if (given.private_key_hex !== undefined) return { service_key: { ...rest, private_key_hex } }
	return given.file === undefined ? {} : { service_key: { ...rest, file } }
}

async function withSecrets(settings: Settings, path: string): Promise<Settings> {
	const read = (file: string, setting: string) => readSecretFile(resolve(dirname(path), file), setting)
	const { service_key: key, operator } = settings
	return {
		...settings,
		...(isSection(key) && typeof key.file === 'string' && { service_key: await keyOf(key, read) }),
		...(isSection(operator) && typeof operator.key_file === 'string' && { operator: await operatorOf(operator, read) }),
	}
}

type ReadSecret = (file: string, setting: string) => Promise<string>

async function keyOf({ file, ...rest }: Settings, read: ReadSecret): Promise<Settings> {
	return { ...rest, private_key_hex: await read(String(file), 'service_key') }
}

/** The key itself stands above the file that may hold another. */
async function operatorOf(operator: Settings, read: ReadSecret): Promise<Settings> {
	const { key_file: file, ...rest } = operator
	return rest.key === undefined ? { ...rest, key: await read(String(file), 'operator.key') } : rest
}

function holdsSecret({ service_key: key, operator }: Settings): boolean {
	return (isSection(key) && key.private_key_hex !== undefined) || (isSection(operator) && operator.key !== undefined)
}

async function readJson(path: string): Promise<Settings> {
	const text = await readFile(path, 'utf8').catch(cause => {
		throw new Error(`ACCORD_CONFIG: ${path} cannot be read`, { cause })
	})
	const settings = parseJson(withoutComments(text))
	if (!isSection(settings)) throw new Error(`ACCORD_CONFIG: ${path} does not hold a JSON object`)
	return settings
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}
