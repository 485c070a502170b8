import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import { errors, type NodeConnectionOptions } from '@nats-io/transport-node'
import type { NatsConfig } from '../config/bus-settings.ts'

/**
 * A server's certificate must be for one of the configured servers. NATS' own client checks only names, not addresses.
 */
export function tlsOf({
	servers,
	tls,
}: Pick<NatsConfig, 'servers' | 'tls'>): NonNullable<NodeConnectionOptions['tls']> {
	const hosts = servers.map(hostOf)
	const check = (_host: string, certificate: PeerCertificate) => {
		const found = hosts.map(host => checkServerIdentity(host, certificate))
		return found.includes(undefined) ? undefined : found[0]
	}
	return Object.assign({}, tls, { checkServerIdentity: check })
}

function hostOf(server: string): string {
	const { hostname } = new URL(server.includes('://') ? server : `nats://${server}`)
	return hostname.replace(/^\[(.*)\]$/, '$1')
}

const untrusted = new Set([
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'CERT_SIGNATURE_FAILURE',
])

const unreachable = new Set([
	...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
	...['ENOTFOUND', 'EAI_AGAIN'],
])

/**
 * Why a server and this node do not accept each other, as the end of a sentence that names the servers; undefined if none
 * could be reached.
 */
export function refusal(cause: unknown, { user, tls }: Pick<NatsConfig, 'user' | 'tls'>): string | undefined {
	const reason = cause instanceof Error ? cause.message : String(cause)
	if (cause instanceof errors.AuthorizationError) {
		const who = user === undefined ? 'a service without a user (bus.user)' : `the user ${user} (bus.user)`
		return `refuses ${who}: ${reason}`
	}
	const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
	if (untrusted.has(code)) {
		const by = tls?.caFile === undefined ? "the system's certificates" : `${tls.caFile} (bus.tls.ca_file)`
		return `has a certificate that is not signed by ${by}: ${reason}`
	}
	if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `has a certificate for another host: ${reason}`
	return isUnreachable(cause) ? undefined : `cannot be used: ${reason}`
}

function isUnreachable(cause: unknown): boolean {
	const causes = cause instanceof Error ? [cause, cause.cause] : []
	const isOnTheWay = (error: unknown) =>
		error instanceof Error && 'code' in error && unreachable.has(String(error.code))
	return cause instanceof errors.TimeoutError || causes.some(isOnTheWay)
}
