import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { derivePrivateKey, playSeed } from '@accord/ledger'
import { parseConfig, startService } from '@accord/service'
import { pino } from 'pino'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { isMisnamed, knownToken } from '../../packages/web/src/ui/known-tokens.ts'
import { startTestLedger, type TestLedger } from '../fixtures/ledger.ts'

// Case 89: a symbol that is another token’s.

type TokenSetting = { symbol: string; resource_address: string; divisibility: number }

let ledger: TestLedger

before(async () => {
	ledger = await startTestLedger()
})
after(() => ledger?.stop())

const token = (symbol: string, of = symbol, divisibility = 6): TokenSetting => {
	return { symbol, resource_address: ledger.resource(of), divisibility }
}

const warnings: { tokens?: string[] }[] = []
const log = pino({ level: 'warn' }, { write: line => warnings.push(JSON.parse(line)) })

/** Why a service with these tokens does not start. */
async function refusal(...tokens: TokenSetting[]): Promise<string> {
	const { config: database, drop } = await createTestDatabase()
	const { curve, privateKeyHex: private_key_hex } = derivePrivateKey({
		seed: playSeed,
		name: 'service',
		curve: 'Ed25519',
	})
	const config = parseConfig({
		...{ database, network_id: 242, gateway_url: ledger.url, host: '127.0.0.1', port: 0, pairs: [] },
		service_key: { curve, private_key_hex },
		markers: ledger.markers,
		tokens: [token('XRD', 'XRD', 18), ...tokens],
	})
	try {
		const service = await startService(config, { clock: ledger.clock, log })
		await service.stop()
		return 'it starts'
	} catch (error) {
		return error instanceof Error ? error.message : String(error)
	} finally {
		await drop()
	}
}

test('error: a service whose tokens have each other’s addresses does not start, and names both symbols', async () => {
	assert.equal(await refusal(token('xUSDC'), token('xUSDT')), 'it starts')
	const message = await refusal(token('xUSDC', 'xUSDT'), token('xUSDT', 'xUSDC'))
	const line = (symbol: string, own: string) =>
		`  ${symbol} (${ledger.resource(own)}) has the symbol ${own} on the ledger`
	assert.deepEqual(message.split('\n'), [
		'tokens that contradict the ledger:',
		line('xUSDC', 'xUSDT'),
		line('xUSDT', 'xUSDC'),
	])
})

test('error: nor with other decimal places than the ledger has, or an address without a token', async () => {
	assert.match(await refusal(token('xUSDC', 'xUSDC', 8)), /xUSDC \(\S+\) has 6 decimal places on the ledger, not 8$/)
	const none = {
		...token('xUSDC'),
		resource_address: 'resource_sim1t5qszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpfmhap8',
	}
	assert.match(await refusal(none), /xUSDC \(\S+\): not on the ledger$/)
})

test('a token without a symbol on the ledger is named in the log, since nothing confirms its address', async () => {
	const before = warnings.length
	const unnamed = { symbol: 'xUSDT', resource_address: ledger.markers.order, divisibility: 18 }
	assert.equal(await refusal(token('xUSDC'), unnamed), 'it starts')
	assert.deepEqual(
		warnings.slice(before).flatMap(({ tokens = [] }) => tokens),
		['xUSDT'],
	)
})

test('the page knows every token of the local network by its address', () => {
	for (const { symbol, resourceAddress } of ledger.tokens)
		assert.equal(knownToken({ symbol, resourceAddress })?.symbol, symbol)
	const swapped = { symbol: 'xUSDC', resourceAddress: ledger.resource('xUSDT') }
	assert.deepEqual([knownToken(swapped), isMisnamed(swapped)], [undefined, true])
})
