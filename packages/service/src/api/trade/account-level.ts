import { tryReadAddress } from '@accord/ledger'
import { type AccountLevelWire, TradeError } from '@accord/protocol'
import { z } from 'zod'
import type { TradeApp } from './trade-app.ts'

type AccountLevelDeps = { readonly networkId: number; readonly levelOf: (address: string) => Promise<number> }

/** GET /trade/account_addresses/:address: an account that nobody has heard of is at level 0. */
export function accountLevel(app: TradeApp, { networkId, levelOf }: AccountLevelDeps): void {
	const params = z.object({ address: z.string() })
	app.get('/trade/account_addresses/:address', { schema: { params } }, async (request): Promise<AccountLevelWire> => {
		const { address } = request.params
		requireAccount(address, networkId)
		return { level: await levelOf(address) }
	})
}

function requireAccount(address: string, networkId: number): void {
	const read = tryReadAddress(address)
	if (read?.isAccount !== true) throw new TradeError('invalid_address', `expected an account address, found ${address}`)
	if (read.networkId === networkId) return
	throw new TradeError('wrong_network', `expected an account of network ${networkId}, found network ${read.networkId}`)
}
