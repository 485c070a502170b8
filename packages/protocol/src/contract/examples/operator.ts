import type { WireOf } from '../../message.ts'
import type { AuditArchive, AuditEntry } from '../../operator/audit-entry.ts'
import type { ApiKey, Maker } from '../../operator/maker.ts'
import type { IssuedOperatorKey, OperatorKey } from '../../operator/operator-key.ts'
import type { ListedOrder } from '../../operator/operator-order.ts'
import { exampleAccount, exampleLimitOrder, exampleMakerAccount, exampleMakerId, exampleTime } from './market.ts'
import { signedOrderExample } from './signed-order.ts'

export const exampleKey: WireOf<typeof ApiKey> = {
	key_id: '9f86d081884c7d65',
	maker_id: exampleMakerId,
	label: 'frankfurt-1',
	prefix: 'accord_Zk3q9',
	state: 'valid',
	created_at_ms: exampleTime.ms - 86_400_000,
	last_used_at_ms: exampleTime.ms - 30_000,
}

export const exampleNewKey = {
	...exampleKey,
	key_id: '60303ae22b998861',
	prefix: 'accord_hT7Wm',
	created_at_ms: exampleTime.ms,
	api_key: 'accord_hT7WmQe2rJfXo0nY5kLb8vCz1sPd4gAu6iKx9tMqR3w',
}

export const exampleOperatorKey: WireOf<typeof OperatorKey> = {
	key_id: 'a1fce4363854ff88',
	name: 'dashboard',
	role: 'viewer',
	prefix: 'accord_operator_nM4x',
	state: 'valid',
	created_at_ms: exampleTime.ms - 86_400_000,
	created_by: 'configuration',
}

export const exampleNewOperatorKey: WireOf<typeof IssuedOperatorKey> = {
	...exampleOperatorKey,
	key_id: 'b7f783baed8297f0',
	name: 'night-shift',
	role: 'operator',
	prefix: 'accord_operator_Qe2r',
	created_at_ms: exampleTime.ms,
	operator_key: 'accord_operator_Qe2rJfXo0nY5kLb8vCz1sPd4gAu6iKx9tMqR3whT7Wm',
}

export const exampleAuditEntry: WireOf<typeof AuditEntry> = {
	number: 1,
	at_ms: exampleTime.ms,
	act: 'level_set',
	actor: 'night-shift',
	subject: exampleAccount,
	detail: { before: { level: 0 }, after: { level: 1 } },
	hash: '5e1c4b8e6c055ea0dabe50f7f3434e0fa4e7c61d5c4200336ab2334e51d13e51',
}

export const exampleAuditArchive: AuditArchive = {
	first: 1,
	last: 41_802,
	hash: exampleAuditEntry.hash,
	file: 'audit-2026-11-20-1-41802.jsonl.zst',
}

export const exampleMaker: WireOf<typeof Maker> = {
	maker_id: exampleMakerId,
	name: 'Northern Markets',
	created_at_ms: exampleTime.ms - 86_400_000,
	accounts: [{ address: exampleMakerAccount, level: 0 }],
	keys: [exampleKey],
	pauses: [],
	sessions: 2,
	open_parts: 1,
	open_fills: 3,
}

export const exampleListedOrder: WireOf<typeof ListedOrder> = {
	subintent_id: signedOrderExample.subintentId,
	state: 'published',
	account: exampleAccount,
	...exampleLimitOrder,
	created_at_ms: exampleTime.ms,
	updated_at_ms: exampleTime.ms + 95,
}
