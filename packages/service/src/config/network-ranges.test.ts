import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNetworkRange, networkRanges } from './network-ranges.ts'

test('addresses and networks of both families are ranges', () => {
	for (const range of ['127.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '::1', 'fd00::/8'])
		assert.ok(isNetworkRange(range), range)
})

for (const text of ['', 'proxy.example', '10.0.0.0/33', '10.0.0/8', '::1/129', 'fe80::1%eth0', '10.0.0.0/'])
	test(`error: '${text}' is not a range`, () => assert.equal(isNetworkRange(text), false))

test('an address is in the networks that contain it, and in no other', () => {
	const isIn = networkRanges(['10.0.0.0/8', '192.0.2.1', 'fd00::/8'])
	for (const address of ['10.255.0.1', '192.0.2.1', 'fd12::1']) assert.ok(isIn(address), address)
	for (const address of ['11.0.0.1', '192.0.2.2', 'fe00::1', 'nowhere', '']) assert.equal(isIn(address), false, address)
})
