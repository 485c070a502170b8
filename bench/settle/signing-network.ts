import { GatewayClient, wallClock } from '@accord/ledger'
import { DexClient } from '@accord/sdk'
import type { SigningNetwork } from '../../test/network/test-user.ts'

/** How old the epoch used for signing may be: far less than an epoch lasts. */
const epochMaxAgeMs = 10_000

/** The inputs of signing, read once and kept up to date, so that no one waits for the ledger before signing. */
export async function readSigningNetwork(at: {
	gatewayUrl: string
	serviceUrl: string
}): Promise<SigningNetwork & { close: () => void }> {
	const gateway = new GatewayClient({ url: at.gatewayUrl })
	const dex = new DexClient({ baseUrl: at.serviceUrl })
	const info = { epoch: (await gateway.ledgerState()).epoch }
	const refresh = async () => {
		info.epoch = (await gateway.ledgerState()).epoch
	}
	const refreshing = setInterval(() => void refresh().catch(console.error), epochMaxAgeMs)
	return {
		clock: wallClock,
		feeInfo: await dex.info(),
		tokens: new Map((await dex.tokens()).map(token => [token.symbol, token])),
		ledger: { ledger: { info } },
		close: () => clearInterval(refreshing),
	}
}
