import { setPriority } from 'node:os'
import { serve } from '../bench/served/serve.ts'
import { readSigningNetwork } from '../bench/settle/signing-network.ts'
import type { SplitNetwork } from '../bench/settle/split-network.ts'
import { HostileClient } from './hostile-client.ts'
import { hostileKinds } from './hostile-kinds.ts'

export type HostileArgument = SplitNetwork['at']

/** All hostile clients in one process, each with its own address. */
serve(async (at: HostileArgument) => {
	// Strangers have their own machines: their work must not take processor time from the service.
	setPriority(10)
	const network = await readSigningNetwork(at)
	const stopping = new AbortController()
	const { hostname: host, port } = new URL(at.serviceUrl)
	const target = { host, port: Number(port), signal: stopping.signal }
	const clients = Object.entries(hostileKinds).map(([name, attack], n) => {
		const client = new HostileClient(target, `127.0.0.${100 + n}`)
		return { name, client, ended: attack(client, { ...network, published: at.published ?? '' }) }
	})
	const end = async () => {
		stopping.abort()
		await Promise.all(clients.map(({ ended }) => ended))
	}
	const calls = {
		end,
		counts: () => clients.map(({ name, client }) => [name, Object.fromEntries(client.counts)]),
	}
	return {
		ready: {},
		calls,
		stop: async () => {
			await end()
			network.close()
		},
	}
})
