import * as z from '#schema'
import { addressWire } from '../../fields.ts'
import { setAllowedFromWire } from '../../operator/allowed-from.ts'
import {
	ApiKey,
	addMakerAccountsWire,
	createMakerWire,
	IssuedApiKey,
	issueKeyWire,
	keyPathWire,
	Maker,
	Makers,
	makerPathWire,
	operatorLevelWire,
	operatorPauseWire,
	operatorResumeWire,
	RotatedApiKey,
	RotateKey,
	setLevelWire,
} from '../../operator/maker.ts'
import {
	exampleAccount,
	exampleMakerAccount,
	exampleMakerId,
	exampleMakerStats,
	exampleTime,
} from '../examples/market.ts'
import { exampleKey, exampleMaker, exampleNewKey } from '../examples/operator.ts'
import { answered, type OperationTable, parameters, sample, withIds } from '../operation.ts'

const ofMaker = parameters(makerPathWire, { maker_id: exampleMakerId })
const ofKey = parameters(keyPathWire, { key_id: exampleKey.key_id })
const ofAccount = parameters(z.object({ address: addressWire }), { address: exampleAccount })
const pause = { by: 'operator' as const, reason: 'incident 12', since_ms: exampleTime.ms }

/** Makers and their pauses. */
export const operatorMakerOperations = withIds({
	getMakers: {
		method: 'get',
		path: '/operator/makers',
		tag: 'Makers',
		summary: 'Every maker with its accounts, keys, pauses and sessions',
		auth: 'viewer',
		answers: answered('In the order of registration.', Makers, { makers: [exampleMaker] }),
		errors: [],
	},
	createMaker: {
		method: 'post',
		path: '/operator/makers',
		tag: 'Makers',
		summary: 'Register a maker',
		description: 'The service assigns an id. An account belongs to one maker for ever.',
		auth: 'operator',
		body: sample(createMakerWire, { name: 'Northern Markets', accounts: [exampleMakerAccount], level: 0 }),
		answers: answered('The maker, without keys yet.', Maker, {
			...exampleMaker,
			keys: [],
			sessions: 0,
			open_parts: 0,
			open_fills: 0,
		}),
		errors: ['invalid_address', 'account_taken'],
	},
	getMaker: {
		method: 'get',
		path: '/operator/makers/{maker_id}',
		tag: 'Makers',
		summary: 'One maker',
		auth: 'viewer',
		pathParameters: ofMaker,
		answers: answered('The maker, and what it gets from GET /maker/stats.', Maker, {
			...exampleMaker,
			stats: exampleMakerStats,
		}),
		errors: ['validation_failed', 'unknown_maker'],
	},
	addMakerAccounts: {
		method: 'post',
		path: '/operator/makers/{maker_id}/accounts',
		tag: 'Makers',
		summary: 'Register further accounts of a maker',
		auth: 'operator',
		pathParameters: ofMaker,
		body: sample(addMakerAccountsWire, { accounts: [exampleMakerAccount] }),
		answers: answered('The maker.', Maker, exampleMaker),
		errors: ['invalid_address', 'account_taken', 'unknown_maker'],
	},
	pauseMakerByOperator: {
		method: 'post',
		path: '/operator/makers/{maker_id}/pause',
		tag: 'Makers',
		summary: 'Take a maker’s books out of matching',
		description: 'Until the operator resumes it, across restarts. Orders already forwarded stay fillable.',
		auth: 'operator',
		pathParameters: ofMaker,
		body: { ...sample(operatorPauseWire, { reason: 'incident 12' }), optional: true },
		answers: answered('The maker, paused.', Maker, { ...exampleMaker, pauses: [pause] }),
		errors: ['unknown_maker'],
	},
	resumeMakerByOperator: {
		method: 'post',
		path: '/operator/makers/{maker_id}/resume',
		tag: 'Makers',
		summary: 'End the operator’s and the circuit breaker’s pause of a maker',
		description: 'The maker’s own pause stays.',
		auth: 'operator',
		pathParameters: ofMaker,
		body: { ...sample(operatorResumeWire, {}), optional: true },
		answers: answered('The maker as it is now.', Maker, exampleMaker),
		errors: ['unknown_maker'],
	},
} satisfies OperationTable)

/** The makers' keys. */
export const operatorKeyOperations = withIds({
	issueKey: {
		method: 'post',
		path: '/operator/makers/{maker_id}/keys',
		tag: 'Keys',
		summary: 'Issue an API key for a maker',
		description: '`api_key` is shown only this once; the service stores its hash.',
		auth: 'operator',
		pathParameters: ofMaker,
		body: { ...sample(issueKeyWire, { label: 'frankfurt-1' }), optional: true },
		answers: answered('The key.', IssuedApiKey, exampleNewKey),
		errors: ['unknown_maker'],
	},
	rotateKey: {
		method: 'post',
		path: '/operator/keys/{key_id}/rotate',
		tag: 'Keys',
		summary: 'Replace an API key',
		description:
			'Both are valid until the overlap ends; then the old key expires and its sessions are closed. `api_key` is shown only this once.',
		auth: 'operator',
		pathParameters: ofKey,
		body: { ...sample(RotateKey, { overlap_s: 3600 }), optional: true },
		answers: answered('The new key, and the old one with its expiry.', RotatedApiKey, {
			...exampleNewKey,
			replaces: { ...exampleKey, expires_at_ms: exampleTime.ms + 3_600_000 },
		}),
		errors: ['unknown_key', 'key_ended'],
	},
	setKeyAddresses: {
		method: 'put',
		path: '/operator/keys/{key_id}/allowed-from',
		tag: 'Keys',
		summary: 'The addresses that an API key may be used from',
		description:
			'Addresses and networks of the maker, as seen behind `trusted_proxies`; an empty list: anywhere. Sessions from other addresses are closed at once.',
		auth: 'operator',
		pathParameters: ofKey,
		body: sample(setAllowedFromWire, { allowed_from: ['192.0.2.0/24'] }),
		answers: answered('The key.', ApiKey, { ...exampleKey, allowed_from: ['192.0.2.0/24'] }),
		errors: ['validation_failed', 'unknown_key'],
	},
	revokeKey: {
		method: 'delete',
		path: '/operator/keys/{key_id}',
		tag: 'Keys',
		summary: 'Revoke an API key',
		description: 'Its sessions are closed at once. Repeating it changes nothing.',
		auth: 'operator',
		pathParameters: ofKey,
		answers: answered('The key, revoked now or before.', ApiKey, {
			...exampleKey,
			state: 'revoked',
			revoked_at_ms: exampleTime.ms,
		}),
		errors: ['validation_failed', 'unknown_key'],
	},
} satisfies OperationTable)

/** The fee levels of accounts. */
export const operatorLevelOperations = withIds({
	getLevel: {
		method: 'get',
		path: '/operator/accounts/{address}/level',
		tag: 'Makers',
		summary: 'The fee level of an account',
		auth: 'viewer',
		pathParameters: ofAccount,
		answers: answered('The level.', operatorLevelWire, { address: exampleAccount, level: 1 }),
		errors: ['invalid_address'],
	},
	setLevel: {
		method: 'put',
		path: '/operator/accounts/{address}/level',
		tag: 'Makers',
		summary: 'Set the fee level of an account, a user’s or a maker’s',
		description: 'It applies to orders accepted from now on. A level is a row of the fee table.',
		auth: 'operator',
		pathParameters: ofAccount,
		body: sample(setLevelWire, { level: 1 }),
		answers: answered('The level.', operatorLevelWire, { address: exampleAccount, level: 1 }),
		errors: ['invalid_address'],
	},
} satisfies OperationTable)
