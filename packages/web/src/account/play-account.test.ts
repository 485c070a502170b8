import assert from 'node:assert/strict'
import { it } from 'node:test'
import { freshKey, pastedKey, playAccount, playOwner, printedKey } from './play-account.ts'

const simulator = 242
const hash = 'ab'.repeat(32)

/** The keys as `npm start` prints them. */
const printed = [
	{
		name: 'user-1',
		curve: 'Ed25519',
		privateKeyHex: '6ee9b730db7db1a1bee0a43f30b350073eceab386ec49bbc8ec25d3f9b0d0cf7',
		address: 'account_sim129s0np5uzsyv8qelmndrmp3pqhsx9x666ptpvk00tgvvjgfeuyt06z',
		publicKey: '137d7c351690f37bdaa571a096015ba72d62f2fa562f7014024ece21c1a4a2bb',
		signature:
			'25c24918ccabace1d5602d10280dafe1710b090f4ca384d4bdcbf4934c2845f9c42fb12198fb81e077c0c7141818d078f15261d9f20b2e673358aa784e63a306',
	},
	{
		name: 'user-2',
		curve: 'Secp256k1',
		privateKeyHex: '72d9fa6dfb9ebfe78156df365fb45a14076a22ab23fdc5ecf9fa09e8e76fadb6',
		address: 'account_sim168mcqd0sh7j64zreg5qmdujkttr3xrf33tgrc0nuwue956jqmaa9fv',
		publicKey: '038730f2756516125f2f1a69e0515031f0bfafa850fbc1b67f6a27888ae34f9c16',
		signature:
			'01a6a22f89ad5789a427ff42d9c8fe4c722a3776c5413d8097e548217c49a3a041473114f20595d2a16bd9ab9b94a153ca1ed40fa006f44cee3d401b7fe8401fb8',
	},
]

it('derives the accounts that the local network prints', async () => {
	for (const [at, { signature, publicKey, ...wanted }] of printed.entries()) {
		const { sign, ...account } = playAccount(await playOwner(printedKey(at + 1), simulator))
		assert.deepEqual(account, wanted)
		assert.deepEqual(await sign(hash), { curve: account.curve, publicKey, signature })
	}
})

it('a pasted key may have blanks around it and any case', async () => {
	for (const { curve, privateKeyHex, address } of printed) {
		const text = `  0x${privateKeyHex.toUpperCase()}\n`
		const key = await pastedKey({ text, curve: curve as 'Ed25519', name: 'pasted' })
		assert.equal((await playOwner(key, simulator)).address, address)
	}
})

it('error: an invalid key is refused with a reason', async () => {
	for (const text of ['', 'abc', 'g'.repeat(64), '0'.repeat(63)])
		await assert.rejects(pastedKey({ text, curve: 'Ed25519', name: 'x' }), /64 hexadecimal digits/)
	await assert.rejects(pastedKey({ text: '0'.repeat(64), curve: 'Secp256k1', name: 'x' }), /not a valid Secp256k1 key/)
})

it('new keys differ', async () => {
	const [one, other] = [freshKey('a'), freshKey('a')]
	assert.notEqual(one.privateKeyHex, other.privateKeyHex)
	assert.match((await playOwner(one, simulator)).address, /^account_sim12/)
})
