import { callGateway } from '@accord/ledger'
import { type AppliedSettings, type ApplySettings, TradeError, type Violation } from '@accord/protocol'
import { selectLevelMax } from '../accounts/accounts-table.ts'
import { recordAct } from '../audit/record-act.ts'
import { agreedOf, agreedSections, changesBetween, patched, withAgreed } from '../config/agreed-settings.ts'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/read-config.ts'
import { lockSettings } from '../db/advisory-lock.ts'
import { costXrdMaxOf } from '../intents/cost-preview.ts'
import { PreviewPayer } from '../intents/preview-payer.ts'
import { checkTokens } from '../market/ledger-tokens.ts'
import { nodeStatuses } from '../nodes/node-statuses.ts'
import { insertVersion, type SettingsVersion, selectVersions } from '../platform/agreed-settings-table.ts'
import { checkOwnMarkers } from '../platform/own-markers.ts'
import { type Terms, termsOf } from '../platform/terms.ts'
import type { OperatorRooms } from './operator-rooms.ts'

// The guarantee: settings are applied only if every node can start with them, only on top of the version that they are
// based on, and together with their entry in the audit log. Every running node knows them before they count.

type SettingsRooms = Pick<OperatorRooms, 'platform' | 'agreed' | 'nodes' | 'network'>

/** Nodes read new versions every second. */
const leadMinMs = 3_000
const leadMs = 5_000
/** The first change records the settings of the files under this name. */
const ofFiles = 'configuration'

/**
 * POST /operator/settings.
 * @throws TradeError `settings_changed`, `validation_failed`, `ledger_unavailable`
 */
export async function applySettings(
	rooms: SettingsRooms,
	given: ApplySettings & { readonly actor: string },
): Promise<AppliedSettings> {
	const { platform, agreed } = rooms
	const { clock, db } = platform
	await agreed.read(db.own)
	const { newest } = agreed
	requireBase(given.version, newest.version)
	const { validFromMs: wantedMs = Number.POSITIVE_INFINITY } = given
	requireInTime(wantedMs, { nowMs: clock.nowMs(), newest })
	const before = agreedOf(newest.config)
	const next = configOf(agreed.ownConfig, { before, patch: given.settings })
	const settings = agreedOf(next)
	const changes = changesBetween(before, settings)
	if (changes.length === 0) throw invalid('/settings', 'a setting that changes')
	requireSameTokens(newest.config, next)
	await requireUsable(rooms, { next, newest })
	// Asking the ledger took its time.
	const nowMs = clock.nowMs()
	const { validFromMs = Math.max(nowMs + leadMs, newest.validFromMs) } = given
	requireInTime(validFromMs, { nowMs, newest })
	const version = Math.max(newest.version, 1) + 1
	const applied = { version, validFromMs, changes }
	if (given.check === true) return { ...applied, isApplied: false }
	const { actor, reason } = given
	await recordAct(platform, async ({ database }) => {
		await lockSettings(database)
		const stored = await selectVersions(database, { after: 0 })
		requireBase(given.version, stored.at(-1)?.version ?? 0)
		const of = { author: actor, createdAtMs: nowMs, ...(reason !== undefined && { reason }) }
		if (stored.length === 0) {
			const first = { version: 1, settings: before, validFromMs: nowMs, author: ofFiles, createdAtMs: nowMs }
			await insertVersion(database, first)
		}
		await insertVersion(database, { ...of, version, settings, validFromMs })
		const about = { valid_from_ms: validFromMs, ...(reason !== undefined && { reason }) }
		return {
			result: undefined,
			act: {
				act: 'settings_applied',
				actor,
				subject: `version ${version}`,
				before: Object.fromEntries(changes.map(change => [change.setting, change.before ?? null])),
				after: { ...about, ...Object.fromEntries(changes.map(change => [change.setting, change.after ?? null])) },
			},
		}
	})
	await agreed.read(db.own)
	return { ...applied, isApplied: true }
}

/** GET /operator/settings: the newest settings, and the versions before them. */
export async function settingsReport({ platform, agreed }: SettingsRooms) {
	await agreed.read(platform.db.own)
	const { newest, present } = agreed
	const versions = await selectVersions(platform.db.own, { after: 0 })
	return {
		version: newest.version,
		settings: agreedOf(newest.config),
		inForce: present.version,
		versions: versions.map(({ settings: _, ...version }: SettingsVersion) => version),
	}
}

function requireBase(given: number, newest: number): void {
	if (given === newest) return
	throw new TradeError('settings_changed', `the newest version is ${newest}, and these are based on ${given}`)
}

function requireInTime(validFromMs: number, { nowMs, newest }: { nowMs: number; newest: Terms }): void {
	const fromMs = Math.max(nowMs + leadMinMs, newest.validFromMs)
	if (validFromMs >= fromMs) return
	throw invalid('/valid_from_ms', `at least ${fromMs}: every node must know them before, and they follow the newest`)
}

type Changing = { readonly before: ReturnType<typeof agreedOf>; readonly patch: ApplySettings['settings'] }

/** @throws TradeError with everything that a start would refuse */
function configOf(own: Config, { before, patch }: Changing): Config {
	const others = Object.keys(patch).filter(name => !agreedSections.includes(name))
	if (others.length > 0)
		throw refused(others.map(name => `${name}: needs a restart: change it in every node’s configuration file`))
	// Orders in flight name the key before.
	const isRotation = patch.service_key !== undefined && patch.former_service_key === undefined
	const settings = patched(before, patch)
	const isSameKey = JSON.stringify(settings.service_key) === JSON.stringify(before.service_key)
	const rotated = isRotation && !isSameKey ? { former_service_key: before.service_key } : {}
	try {
		return withAgreed(own, { ...settings, ...rotated })
	} catch (error) {
		if (error instanceof ConfigError) throw refused(error.violations)
		throw error
	}
}

/** Stored orders name tokens by their symbols. */
function requireSameTokens({ tokens: before }: Config, { tokens: after }: Config): void {
	const changed = after.filter(token => {
		const former = before.find(({ symbol }) => symbol === token.symbol)
		const isSame = former?.resourceAddress === token.resourceAddress && former.divisibility === token.divisibility
		return former !== undefined && !isSame
	})
	if (changed.length === 0) return
	throw refused(
		changed.map(
			({ symbol }) => `tokens: ${symbol} has another address or divisibility: give the new token another symbol`,
		),
	)
}

/** @throws TradeError if the ledger contradicts them, or a node or an account could not go on with them */
async function requireUsable(rooms: SettingsRooms, { next, newest }: { next: Config; newest: Terms }): Promise<void> {
	const { platform, agreed, network } = rooms
	const { gateway, db, markers } = platform
	const terms = termsOf(next, network, { version: newest.version + 1, validFromMs: 0 })
	const levelMax = await selectLevelMax(db.own)
	const { faults } = await callGateway(() => checkTokens(gateway, next.tokens))
	const isSameKey = terms.service.keyPair.publicKey === newest.service.keyPair.publicKey
	const { heldKeys } = agreed
	const ofMarkers = isSameKey
		? { faults: [] }
		: await callGateway(() => checkOwnMarkers({ gateway, markers, heldKeys, ...terms }))
	const shortage = isSameKey ? undefined : await shortageOf(platform, terms)
	const violations = [
		...faults.map(fault => `tokens: ${fault}`),
		...(levelMax < next.levels.length ? [] : [`levels: accounts have level ${levelMax}`]),
		...ofMarkers.faults.map(fault => `service_key: ${fault}; run accord markers update`),
		...(shortage === undefined ? [] : [`service_key: ${shortage}`]),
		...(await nodesWithoutKeys(rooms, terms)),
	]
	if (violations.length > 0) throw refused(violations)
}

/** Why the new key's account cannot pay for previews; undefined if it can. */
function shortageOf({ clock, gateway }: SettingsRooms['platform'], { market, service, settlement }: Terms) {
	const { networkId, xrdAddress } = market
	const of = { service: { ...service, publicKey: service.keyPair }, costXrdMax: costXrdMaxOf(settlement) }
	return new PreviewPayer({ clock, gateway, xrdAddress, networkId, terms: of }).shortage()
}

/** The running nodes that could not sign with the keys. */
async function nodesWithoutKeys({ platform, nodes }: SettingsRooms, { service }: Terms): Promise<string[]> {
	if (nodes === undefined) return []
	const needed = [service.keyPair, service.formerKeyPair].flatMap(key => key?.publicKey ?? [])
	const all = await nodeStatuses(platform.db.own, nodes.membership.nodeId)
	return all.flatMap(({ nodeId, isThere, isAsked, report }) => {
		if (!isThere || isAsked) return []
		const held = report?.settings?.serviceKeys
		const name = report === undefined ? nodeId : `${nodeId} at ${report.url}`
		if (held === undefined) return [`service_key: the node ${name} is starting, or of an earlier version: try again`]
		return needed
			.filter(key => !held.includes(key))
			.map(key => `service_key: the node ${name} has no key file with the private key of ${key}`)
	})
}

function refused(violations: readonly string[]): TradeError {
	const [first, ...others] = violations.map((text): Violation => {
		const [, setting = '', rule = text] = /^([\w.*]+): (.*)$/s.exec(text) ?? []
		const pointer = `/settings/${setting.replaceAll('.', '/')}`
		return { code: 'validation_failed', item: { pointer, detail: `${setting === '' ? '' : `${setting}: `}${rule}` } }
	})
	if (first === undefined) throw new Error('nothing is wrong with the settings')
	return TradeError.fromViolations([first, ...others])
}

function invalid(pointer: string, expected: string): TradeError {
	return TradeError.fromViolations([{ code: 'validation_failed', item: { pointer, expected } }])
}
