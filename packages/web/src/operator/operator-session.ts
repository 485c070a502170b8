import { readKey } from '../key-view/entered-key.ts'
import { type KeySession, KeySessions } from '../key-view/key-sessions.ts'
import { OperatorApi } from './operator-api.ts'
import { operatorKeyKind } from './operator-key.ts'

export type OperatorClients = { readonly api: OperatorApi }

/** What an operator's key gives access to. */
export type OperatorSession = KeySession<OperatorClients>

export const operatorSessions = new KeySessions<OperatorClients>({
	queries: 'operator',
	open: text => ({ api: new OperatorApi(readKey(text, operatorKeyKind)) }),
	prove: ({ api }) => api.overview(),
})
