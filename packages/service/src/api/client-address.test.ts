import assert from 'node:assert/strict'
import { test } from 'node:test'
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
	test(`${ip} counts as ${client}`, () => assert.equal(clientAddress(ip), client))
}
