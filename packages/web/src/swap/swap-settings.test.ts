import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fractionOfPercent, readSettings, writeSettings } from './swap-settings.ts'

function memory(saved: string | null = null) {
	return {
		getItem: () => saved,
		setItem: (_key: string, value: string) => {
			saved = value
		},
	}
}

it('stores the settings', () => {
	const storage = memory()
	assert.deepEqual(readSettings(storage), { slippage: '0', largeSlippage: false, expiresInSeconds: 45 })
	const settings = { slippage: '0.0125', largeSlippage: false, expiresInSeconds: 20 }
	writeSettings(storage, settings)
	assert.deepEqual(readSettings(storage), settings)
	writeSettings(storage, { ...settings, slippage: '0.2' })
	assert.equal(readSettings(storage).slippage, '0', 'above 5 % only if it is allowed')
	writeSettings(storage, { ...settings, slippage: '0.2', largeSlippage: true })
	assert.equal(readSettings(storage).slippage, '0.2')
})

it('invalid settings are replaced by the defaults', () => {
	for (const saved of ['{', 'null', '{"slippage":"0.21","expiresInSeconds":5}', '{"slippage":1}', '[]'])
		assert.deepEqual(readSettings(memory(saved)), { slippage: '0', largeSlippage: false, expiresInSeconds: 45 }, saved)
})

it('parses percentages up to 20', () => {
	const typed: [text: string, fraction: string | undefined][] = [
		['1', '0.01'],
		[' 0.25 % ', '0.0025'],
		['20', '0.2'],
		['0', '0'],
		['20.1', undefined],
		['-1', undefined],
		['', undefined],
		['a', undefined],
	]
	for (const [text, fraction] of typed) assert.equal(fractionOfPercent(text), fraction, text)
})
