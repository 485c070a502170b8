import { createRequire } from 'node:module'
import type { VersionWire } from '@accord/protocol'
import { apiVersion } from '@accord/protocol/contract'

const { version }: { version: string } = createRequire(import.meta.url)('../package.json')

/** GET /version: this program, the interfaces it serves, and the network it serves them for. */
export function serviceVersion(network: { readonly name: string; readonly networkId: number }): VersionWire {
	return { name: 'accord', version, api_version: apiVersion, network: network.name, network_id: network.networkId }
}
