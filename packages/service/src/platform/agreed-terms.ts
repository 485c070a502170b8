import type { PublicKey } from '@accord/ledger'
import type { Clock } from '@accord/protocol'
import type { Logger } from 'pino'
import { agreedOf, heldKeys, withAgreed } from '../config/agreed-settings.ts'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/read-config.ts'
import type { Database } from '../db/tables.ts'
import type { Network } from '../gateway/gateways.ts'
import { type SettingsVersion, selectVersions } from './agreed-settings-table.ts'
import { type Terms, termsOf } from './terms.ts'

// The guarantee: at the time from which a version counts, everything that this node reads from then on is of that version,
// without a restart. What was begun under an earlier version ends under it.

/**
 * How long an order or fill may still have the fees of a former version: a composed order lives for at most a minute, and
 * one that is sent at its end has fills for another.
 */
export const graceMs = 120_000

/** The keys of a node's files. */
export type KeysOfNode = Pick<Config, 'serviceKey'> & Partial<Pick<Config, 'formerServiceKey' | 'nextServiceKey'>>

type AgreedTermsDeps = {
	/** The node's own. */
	readonly config: Config
	readonly network: Network
	readonly clock: Clock
	readonly log: Logger
}

/** The terms that were in force until a time. */
type EndedTerms = { readonly terms: Terms; readonly endedAtMs: number }

/** The terms in force at this node, which follow the versions in the database. */
export class AgreedTerms {
	readonly #deps: AgreedTermsDeps
	#config: Config
	#present: Terms
	#ended: readonly EndedTerms[] = []
	/** Known versions that do not count yet, the next first. */
	#later: readonly Terms[] = []
	readonly #listeners = new Set<() => void>()
	readonly #lost = Promise.withResolvers<Error>()
	#cancelSwitch = () => {}
	/** Resolves when a version cannot be taken: other nodes go on with it. */
	readonly lost: Promise<Error> = this.#lost.promise

	private constructor(deps: AgreedTermsDeps, first: Terms) {
		this.#deps = deps
		this.#config = deps.config
		this.#present = first
	}

	/** Takes every stored version. @throws ConfigError if the one in force needs what this node does not have */
	static async open(deps: AgreedTermsDeps, db: Database): Promise<AgreedTerms> {
		const { config, network, clock } = deps
		const versions = await selectVersions(db, { after: 0 })
		if (versions.length === 0) return new AgreedTerms(deps, termsOf(config, network, { version: 0, validFromMs: 0 }))
		const nowMs = clock.nowMs()
		const inForce = Math.max(
			0,
			versions.findLastIndex(({ validFromMs }) => validFromMs <= nowMs),
		)
		const taken: Terms[] = []
		for (const [at, { version, validFromMs, settings }] of versions.entries()) {
			const agreed = at < inForce ? historic(config, settings) : withAgreed(config, settings)
			if (agreed) taken.push(termsOf(agreed, network, { version, validFromMs, former: taken.at(-1) }))
		}
		const [first, ...others] = taken
		if (first === undefined) throw new Error('the settings in force were not read')
		const agreed = new AgreedTerms(deps, first)
		agreed.#later = others
		agreed.#switch()
		return agreed
	}

	get present(): Terms {
		return this.#present
	}

	/** The terms of the newest version, which may not count yet. */
	get newest(): Terms {
		return this.#later.at(-1) ?? this.#present
	}

	/** Whether settings were ever applied; if not, the configuration file's count. */
	get isStored(): boolean {
		return this.newest.version > 0
	}

	/** Those under which an order or fill may have been composed, the present ones first. */
	accepted(): readonly [Terms, ...Terms[]] {
		if (this.#ended.length === 0) return [this.#present]
		const sinceMs = this.#deps.clock.nowMs() - graceMs
		return [this.#present, ...this.#ended.filter(({ endedAtMs }) => endedAtMs > sinceMs).map(({ terms }) => terms)]
	}

	/** The public parts of the keys that this node could sign with. */
	get heldKeys(): readonly PublicKey[] {
		return heldKeys(this.#config)
	}

	/** The node's configuration, by whose other settings new versions are validated. */
	get ownConfig(): Config {
		return this.#config
	}

	/** Replaces the keys of the node's files. Once a version is stored, it says which of them signs. */
	holdKeys({ serviceKey, formerServiceKey, nextServiceKey }: KeysOfNode): void {
		const { formerServiceKey: former, nextServiceKey: _, ...others } = this.#config
		const roles = this.isStored
			? { serviceKey, formerServiceKey }
			: { serviceKey: others.serviceKey, formerServiceKey: former }
		this.#config = {
			...others,
			serviceKey: roles.serviceKey,
			...(roles.formerServiceKey && { formerServiceKey: roles.formerServiceKey }),
			...(nextServiceKey && { nextServiceKey }),
		}
	}

	/** Takes what was applied since; a loop calls it every second. */
	async read(db: Database): Promise<'done'> {
		for (const version of await selectVersions(db, { after: this.newest.version })) this.#take(version)
		return 'done'
	}

	/** Calls `listener` whenever a version comes into force, until the returned function is called. */
	onChanged(listener: () => void): () => void {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}

	stop(): void {
		this.#cancelSwitch()
	}

	#take({ version, validFromMs, settings, author }: SettingsVersion): void {
		const { network, log } = this.#deps
		try {
			const config = withAgreed(this.#config, settings)
			this.#later = [...this.#later, termsOf(config, network, { version, validFromMs, former: this.newest })]
		} catch (cause) {
			const why = cause instanceof Error ? cause.message : String(cause)
			this.#lost.resolve(new Error(`version ${version} of the settings cannot be taken: ${why}`, { cause }))
			return
		}
		log.info({ version, validFromMs, author }, 'new settings were applied')
		this.#switch()
	}

	/** Puts the last version whose time has come into force, and waits for the next one. */
	#switch(): void {
		const { clock, log } = this.#deps
		const nowMs = clock.nowMs()
		const due = this.#later.filter(({ validFromMs }) => validFromMs <= nowMs)
		const ended = [this.#present, ...due].slice(0, due.length).map((terms, at) => {
			return { terms, endedAtMs: due[at]?.validFromMs ?? nowMs }
		})
		this.#ended = [...ended.toReversed(), ...this.#ended].filter(({ endedAtMs }) => endedAtMs > nowMs - graceMs)
		this.#later = this.#later.slice(due.length)
		this.#cancelSwitch()
		const [next] = this.#later
		if (next !== undefined) this.#cancelSwitch = clock.wakeAt(next.validFromMs, () => this.#switch())
		const last = due.at(-1)
		if (last === undefined) return
		this.#present = last
		log.info({ version: last.version }, 'the settings of this version are in force')
		for (const listener of this.#listeners) listener()
	}
}

/** A version that is no longer in force, whose keys need not be held any more; undefined if today's rules refuse it. */
function historic(config: Config, settings: SettingsVersion['settings']): Config | undefined {
	const { service_key, former_service_key } = agreedOf(config)
	const ownKeys = { ...settings, service_key, former_service_key }
	for (const given of [settings, ownKeys]) {
		try {
			return withAgreed(config, given)
		} catch (error) {
			if (!(error instanceof ConfigError)) throw error
		}
	}
	return undefined
}
