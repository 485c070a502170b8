import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkRanges } from '../../config/network-ranges.ts'
import { clientAddress } from './client-address.ts'

const addresses: [string, string][] = [
	['127.0.0.1', '127.0.0.1'],
	['::ffff:10.1.2.3', '10.1.2.3'],
	['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
	['2001:db8:1:2::9', '2001:db8:1:2'],
	['2001:db8::9', '2001:db8:0:0'],
	['::1', '0:0:0:0'],
	['fe80::1%eth0', 'fe80:0:0:0'],
]

for (const [ip, client] of addresses) {
	test(`${ip} counts as ${client}`, () => assert.equal(clientAddress({ ip, headers: {} }), client))
}

const isTrusted = networkRanges(['10.0.0.0/8', '::1'])
const forwarded: [title: string, ip: string, header: string | undefined, client: string][] = [
	['a proxy that is not trusted says nothing', '192.0.2.1', '198.51.100.7', '192.0.2.1'],
	['a trusted proxy names its client', '10.0.0.1', '198.51.100.7', '198.51.100.7'],
	['a trusted proxy on a socket of both families, too', '::ffff:10.0.0.1', '198.51.100.7', '198.51.100.7'],
	['what the client wrote itself stands before it', '10.0.0.1', '203.0.113.9, 198.51.100.7', '198.51.100.7'],
	['a chain of trusted proxies is followed to its beginning', '::1', '198.51.100.7, 10.0.0.2', '198.51.100.7'],
	[
		'what claims to be a trusted proxy before the client is not followed',
		'::1',
		'10.9.9.9, 198.51.100.7',
		'198.51.100.7',
	],
	['a request that began at a proxy counts as the first one', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
	['without the header the proxy itself counts', '10.0.0.1', undefined, '10.0.0.1'],
	['what is no address is no client', '10.0.0.1', 'unknown', '10.0.0.1'],
	['IPv6 clients count by their network', '10.0.0.1', '2001:db8:1:2::9', '2001:db8:1:2'],
]

for (const [title, ip, header, client] of forwarded) {
	test(title, () => {
		const headers = header === undefined ? {} : { 'x-forwarded-for': header }
		assert.equal(clientAddress({ ip, headers }, isTrusted), client)
	})
}
