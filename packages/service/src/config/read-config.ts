import type { z } from 'zod'
import { checkConfig } from './check-config.ts'
import { type Config, toConfig } from './config.ts'
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

/** The configuration is invalid; the message has one line per violation. */
export class ConfigError extends Error {
	constructor(violations: readonly string[]) {
		super(`the configuration is invalid:\n  ${violations.join('\n  ')}`)
		this.name = 'ConfigError'
	}
}

function violationsOf(issue: z.core.$ZodIssue): string[] {
	const path = issue.path.join('.')
	if (issue.code === 'unrecognized_keys')
		return issue.keys.map(key => `${[...issue.path, key].join('.')}: unknown setting`)
	return [`${path === '' ? 'settings' : path}: ${issue.message}`]
}
