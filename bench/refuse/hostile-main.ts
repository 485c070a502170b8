import { setPriority } from 'node:os'
import { HostileClient } from '../../soak/hostile-client.ts'
import { limitOrder, type SigningNetwork, signLimitOrder } from '../../test/network/test-user.ts'
import { serve } from '../served/serve.ts'
import { people } from '../settle/people.ts'
import { readSigningNetwork } from '../settle/signing-network.ts'

export type Refused = 'no_liquidity' | 'a wrong signature'
export type HostileArgument = { readonly gatewayUrl: string; readonly serviceUrl: string; readonly refused: Refused }

const atOnce = 32
const renewEveryMs = 10_000

/** One client in its own process that sends orders as fast as they are refused; told to wait, each of its connections does. */
serve(async ({ refused, ...at }: HostileArgument) => {
	// Strangers have their own machines: their work must not take processor time from the service.
	setPriority(10)
	const network = await readSigningNetwork(at)
	const stopping = new AbortController()
	const { hostname: host, port } = new URL(at.serviceUrl)
	const client = new HostileClient({ host, port: Number(port), signal: stopping.signal }, '127.0.0.100')
	let body = bodyOf(network, refused)
	const renewing = setInterval(() => {
		body = bodyOf(network, refused)
	}, renewEveryMs)
	const sending = Array.from({ length: atOnce }, () => client.repeat(0, () => client.post('/trade/orders', body)))
	return {
		ready: {},
		calls: { counts: () => Object.fromEntries(client.counts) },
		stop: async () => {
			clearInterval(renewing)
			stopping.abort()
			await Promise.all(sending)
			network.close()
		},
	}
})

function bodyOf(network: SigningNetwork, refused: Refused): string {
	const buy = refused === 'no_liquidity' ? '5000 xUSDC' : '5 xUSDC'
	const { signedPartialTransaction: bytes } = signLimitOrder(
		network,
		people.solver,
		limitOrder({ sell: '100 XRD', buy }),
	)
	return JSON.stringify({ signed_partial_transaction: refused === 'no_liquidity' ? bytes : wronglySigned(bytes) })
}

/** The signature's last byte is changed. */
function wronglySigned(bytes: string): string {
	const last = Number.parseInt(bytes.slice(-2), 16) ^ 1
	return `${bytes.slice(0, -2)}${last.toString(16).padStart(2, '0')}`
}
