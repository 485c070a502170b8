import type { z } from 'zod'
import { checkConfig, checkKeys, checkMarkers } from './check-config.ts'
import { type Config, toConfig, toKey } from './config.ts'
import { readSettings, type SettingsSource } from './settings-layers.ts'
import { configFile } from './settings-schema.ts'

/** The configuration of a process: the file that `ACCORD_CONFIG` or `source` names, overridden by the environment. */
export async function readConfig(env: NodeJS.ProcessEnv, source: SettingsSource = {}): Promise<Config> {
	return parseConfig(await readSettings(env, source))
}

/** Parses settings in the shape of the configuration file. @throws ConfigError listing every violation */
export function parseConfig(settings: unknown): Config {
	const parsed = configFile.safeParse(settings)
	if (!parsed.success) throw new ConfigError(parsed.error.issues.flatMap(violationsOf))
	const config = toConfig(parsed.data)
	const violations = checkConfig(config)
	if (violations.length > 0) throw new ConfigError(violations)
	return config
}

/** The part of a configuration from which markers are made. */
export type MarkerConfig = Pick<
	Config,
	'networkId' | 'gatewayUrl' | 'serviceKey' | 'formerServiceKey' | 'nextServiceKey'
> &
	Partial<Pick<Config, 'markers'>>

const { service_key, former_service_key, next_service_key } = configFile.shape
const keysOfFile = { service_key, former_service_key, next_service_key }

const markerConfigFile = configFile
	.pick({ network_id: true, gateway_url: true, markers: true })
	.extend(keysOfFile)
	.partial({ markers: true })
	.strip()

/**
 * That part of a configuration, whose other settings may still be missing. Markers that are still placeholders are
 * absent. @throws ConfigError listing every violation
 */
export async function readMarkerConfig(env: NodeJS.ProcessEnv, source: SettingsSource = {}): Promise<MarkerConfig> {
	const parsed = markerConfigFile.safeParse(await readSettings(env, source))
	if (!parsed.success) throw new ConfigError(parsed.error.issues.flatMap(violationsOf))
	const { network_id: networkId, gateway_url: gatewayUrl, service_key: key, former_service_key: former } = parsed.data
	const { markers, next_service_key: next } = parsed.data
	const config = {
		...{ networkId, gatewayUrl, serviceKey: toKey(key) },
		...(former !== undefined && { formerServiceKey: toKey(former) }),
		...(next !== undefined && { nextServiceKey: toKey(next) }),
		...(markers !== undefined && checkMarkers({ markers, networkId }).length === 0 && { markers }),
	}
	const violations = checkKeys(config)
	if (violations.length > 0) throw new ConfigError(violations)
	return config
}

/** The configuration is invalid; the message has one line per violation. */
export class ConfigError extends Error {
	readonly violations: readonly string[]

	constructor(violations: readonly string[]) {
		super(`the configuration is invalid:\n  ${violations.join('\n  ')}`)
		this.name = 'ConfigError'
		this.violations = violations
	}
}

/** One line per violation of the schema. */
export function violationsOf(issue: z.core.$ZodIssue): string[] {
	const path = issue.path.join('.')
	if (issue.code === 'unrecognized_keys')
		return issue.keys.map(key => `${[...issue.path, key].join('.')}: unknown setting`)
	return [`${path === '' ? 'settings' : path}: ${issue.message}`]
}
