import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

/**
 * What a connection reveals about the sender of a request: its peer address, and the headers that a proxy may have
 * written.
 */
export type Sender = { readonly ip: string; readonly headers: IncomingHttpHeaders }

/** Whether an address is a trusted proxy, whose X-Forwarded-For is believed. */
export type TrustProxy = (address: string) => boolean

/**
 * The key for limits per address: an IPv4 address, or the /64 of an IPv6 address, which belongs to one subscriber.
 * Behind trusted proxies it is the last address in X-Forwarded-For that is not a proxy's: anyone can forge the entries
 * before it.
 */
export function clientAddress(sender: Sender, isTrusted?: TrustProxy): string {
	return subscriberOf(senderAddress(sender, isTrusted))
}

/** The sender's own address, as trusted proxies report it. */
export function senderAddress({ ip, headers }: Sender, isTrusted: TrustProxy = () => false): string {
	const peer = withoutMapping(ip)
	if (!isTrusted(peer)) return peer
	const hops = forwardedFor(headers).map(withoutMapping)
	// If all hops are proxies, the request came from the first of them.
	const client = hops.findLast(hop => !isTrusted(hop)) ?? hops[0]
	return client !== undefined && isIP(client) !== 0 ? client : peer
}

function forwardedFor({ 'x-forwarded-for': header }: IncomingHttpHeaders): string[] {
	if (header === undefined) return []
	const text = Array.isArray(header) ? header.join(',') : header
	return text.split(',').map(hop => hop.trim())
}

/** The IPv4 address that a dual-stack socket reports as an IPv6 address. */
export function withoutMapping(ip: string): string {
	// Runs for every request, usually with an IPv4 address.
	if (!ip.startsWith('::')) return ip
	return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip
}

function subscriberOf(ip: string): string {
	if (!ip.includes(':')) return ip
	const [head = [], tail = []] = ip.split('::').map(part => part.split(':').filter(group => group !== ''))
	const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
	return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}
