import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import { snakeCase } from './nodes/fingerprint.ts'
import type { Service } from './service.ts'

// Guarantee: reading the configuration again never ends the process or leaves it with half a configuration.

type ReloadDeps = { readonly config: Config; readonly readAgain: () => Promise<Config>; readonly log: Logger }

/**
 * Reads the configuration again when asked. The log's level and the operator's key of a valid one count at once; what
 * else differs from the running configuration is logged by name.
 */
export class Reload {
	readonly #deps: ReloadDeps
	#service: Pick<Service, 'setOperatorKey'> | undefined
	/** Asked for, and not begun yet: any number of requests are one. */
	#isAsked = false
	#isReading = false

	constructor(deps: ReloadDeps) {
		this.#deps = deps
	}

	/** From then on it reads what it was asked to; before, the service is still starting. */
	begin(service: Pick<Service, 'setOperatorKey'>): void {
		this.#service = service
		void this.#readWhileAsked()
	}

	ask(): void {
		this.#isAsked = true
		void this.#readWhileAsked()
	}

	async #readWhileAsked(): Promise<void> {
		if (this.#service === undefined || this.#isReading) return
		this.#isReading = true
		while (this.#isAsked) {
			this.#isAsked = false
			await this.#read(this.#service)
		}
		this.#isReading = false
	}

	async #read(service: Pick<Service, 'setOperatorKey'>): Promise<void> {
		const { config, readAgain, log } = this.#deps
		try {
			const next = await readAgain()
			log.info({ afterRestart: settingsAfterRestart(config, next) }, 'the configuration was read again')
			log.level = next.logLevel
			if (next.operator !== undefined) service.setOperatorKey(next.operator.key)
		} catch (err) {
			log.error({ err }, 'the changed configuration is invalid, so nothing changes')
		}
	}
}

/** The sections in which they differ, without what counts at once. */
function settingsAfterRestart(running: Config, next: Config): string[] {
	const fixed = ({ logLevel, operator, ...others }: Config): Record<string, unknown> => {
		return { ...others, operator: operator && { ...operator, key: undefined } }
	}
	const [before, after] = [fixed(running), fixed(next)]
	const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
	return names.filter(name => !isDeepStrictEqual(before[name], after[name])).map(snakeCase)
}
