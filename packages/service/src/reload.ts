import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import { agreedSections } from './config/agreed-settings.ts'
import type { Config } from './config/config.ts'
import { snakeCase } from './nodes/fingerprint.ts'
import type { Service } from './service.ts'

// Guarantee: reading the configuration again never ends the process or leaves it with half a configuration.

type Reloaded = Pick<Service, 'setOperatorKey' | 'holdKeys' | 'isAgreed'>

type ReloadDeps = { readonly config: Config; readonly readAgain: () => Promise<Config>; readonly log: Logger }

/**
 * Reads the configuration again when asked. The log's level, the operator's key and the keys that settings
 * may name, of a valid one, count at once; what
 * else differs from the running configuration is logged by name.
 */
export class Reload {
	readonly #deps: ReloadDeps
	#service: Reloaded | undefined
	/** Asked for, and not begun yet: any number of requests are one. */
	#isAsked = false
	#isReading = false

	constructor(deps: ReloadDeps) {
		this.#deps = deps
	}

	/** From then on it reads what it was asked to; before, the service is still starting. */
	begin(service: Reloaded): void {
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

	async #read(service: Reloaded): Promise<void> {
		const { config, readAgain, log } = this.#deps
		try {
			const next = await readAgain()
			const changed = settingsAfterRestart(config, next)
			const isApplied = (name: string) => service.isAgreed && agreedSections.includes(name)
			const afterRestart = changed.filter(name => !isApplied(name))
			const ignored = changed.filter(isApplied)
			log.info({ afterRestart, ...(ignored.length > 0 && { ignored }) }, 'the configuration was read again')
			log.level = next.logLevel
			if (next.operator !== undefined) service.setOperatorKey(next.operator.key)
			const { serviceKey, formerServiceKey, nextServiceKey } = next
			service.holdKeys({
				serviceKey,
				...(formerServiceKey && { formerServiceKey }),
				...(nextServiceKey && { nextServiceKey }),
			})
		} catch (err) {
			log.error({ err }, 'the changed configuration is invalid, so nothing changes')
		}
	}
}

/** The sections in which they differ, without what counts at once. */
function settingsAfterRestart(running: Config, next: Config): string[] {
	const fixed = ({ logLevel, operator, nextServiceKey, ...others }: Config): Record<string, unknown> => {
		return { ...others, operator: operator && { ...operator, key: undefined } }
	}
	const [before, after] = [fixed(running), fixed(next)]
	const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
	return names.filter(name => !isDeepStrictEqual(before[name], after[name])).map(snakeCase)
}
