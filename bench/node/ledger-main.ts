import { startLocalLedger, wallClock } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { SolverClient } from '@accord/sdk'
import { withAddedTokens } from '../served/added-tokens.ts'
import { serve } from '../served/serve.ts'
import type { LedgerArgument, LedgerReady } from '../settle/ledger-main.ts'
import { LedgerStandIn } from './ledger-stand-in.ts'

/** Of every token, for everyone: account balances never change here. */
const funds = Decimal.parse('200000')

/** A ledger that answers at once, and commits every bundle as soon as it is sent to solvers, in its own process. */
serve(async ({ accounts, addedTokens = 0 }: LedgerArgument & { readonly addedTokens?: number }) => {
	const real = await startLocalLedger({ clock: wallClock })
	const amounts = real.tokens.map(({ resourceAddress }) => ({ resource: resourceAddress, amount: funds }))
	for (const account of accounts) await real.treasury.fund(account, amounts)
	const standIn = await LedgerStandIn.start(real.url)
	const ready: LedgerReady = { url: standIn.url, tokens: withAddedTokens(real, addedTokens), markers: real.markers }
	let solver: SolverClient | undefined
	const follow = async (serviceUrl: unknown) => {
		solver = new SolverClient({ solverUrl: String(serviceUrl).replace(/^http/, 'ws') })
		for await (const event of solver.events()) if (event.kind === 'published') standIn.commit(event.subintentIds)
	}
	const calls = {
		follow: (serviceUrl: unknown) => void follow(serviceUrl),
		committed: (subintentId: unknown) => standIn.committed(String(subintentId)),
	}
	const stop = async () => {
		solver?.close()
		standIn.stop()
		await real.stop()
	}
	return { ready, calls, stop }
})
