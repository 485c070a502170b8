import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeLocalId, encodeLocalId } from './local-id.ts'

const ruid = `{${['00', '11', '22', '33'].map(byte => byte.repeat(8)).join('-')}}`

const ids: [localId: string, hex: string][] = [
	['#1#', '5cc0010000000000000001'],
	['#0#', '5cc0010000000000000000'],
	['#18446744073709551615#', '5cc001ffffffffffffffff'],
	['<alice>', '5cc00005616c696365'],
	['[0aff]', '5cc002020aff'],
	[ruid, `5cc003${['00', '11', '22', '33'].map(byte => byte.repeat(8)).join('')}`],
]

describe('a local id and the hex of its SBOR', () => {
	for (const [localId, hex] of ids) {
		it(localId, () => {
			assert.equal(encodeLocalId(localId), hex)
			assert.equal(decodeLocalId(hex), localId)
			assert.equal(decodeLocalId(hex.toUpperCase()), localId)
		})
	}

	for (const localId of ['', '1', '#-1#', '#18446744073709551616#', '<>', '<a b>', '[0]', '[]', '{00}']) {
		it(`error: ${localId} is not a local id`, () => assert.throws(() => encodeLocalId(localId), /not a local id/))
	}

	const wrong = [
		'',
		'5cc0',
		'5cc001',
		'5cc00100000000000001',
		'5cc00006616c696365',
		'5cc0040a',
		'4dc0010000000000000001',
	]
	for (const hex of [...wrong, '5cc0000161ff', 'zz']) {
		it(`error: ${hex} is the SBOR of none`, () => assert.throws(() => decodeLocalId(hex), /not the SBOR/))
	}
})
