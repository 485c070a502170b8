import assert from 'node:assert/strict'
import { it } from 'node:test'
import { composeLimitOrderManifest, Decimal } from '@accord/protocol'
import { accessRuleManifest, compileSubintent, readSubintent } from '../functions.ts'
import { checkSubintent, type OrderToSign, type SigningContext } from './check-subintent.ts'

const d = Decimal.parse

/** Created by a local network's service from the manifest of these terms. */
const subintent =
	'4d220b012105210607f20a03000000000000000a0500000000000000220000220101059b34026b000000000a9956934160b3ae2220200022000020200020220a6201220201220001220001220001210280009a4c6318c6318c6cb554820c6318c6318cf7a951d7a9e547c6318c6318c687021ddc8969bb69847fd5c2fc0cd45e106cde0d218c3ea3b6cdbb472038b8e8410380005160f9869c1408c3833fdcda3d862105e0629b5ad0561659ef5a18c921390c087769746864726177210280005da66318c6318c61f5a61b4c6318c6318cf794aa8d295f14e6318c6318c685000067efd46206b605000000000000000000000000000000000280005da66318c6318c61f5a61b4c6318c6318cf794aa8d295f14e6318c6318c685000010632d5ec76b050000000000000000000000000000000a0123802201005dba8b128ac1e945f024e28370f41630db191d4fae6371d198fc99e5f070020185000033d58f0a404500000000000000000000000000000000600121018100000000000280005da66318c6318c61f5a61b4c6318c6318cf794aa8d295f14e6318c6318c68500008a5d7845630100000000000000000000000000000000000280005da66318c6318c61f5a61b4c6318c6318cf794aa8d295f14e6318c6318c6850000cd2e2fbfdb48000000000000000000000000000000006001210281010000008102000000410380005160f9869c1408c3833fdcda3d862105e0629b5ad0561659ef5a18c921390c0d6465706f7369745f62617463682101830060012100'
const terms: OrderToSign = {
	account: 'account_sim129s0np5uzsyv8qelmndrmp3pqhsx9x666ptpvk00tgvvjgfeuyt06z',
	sell: { resource: 'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3', amount: d('100') },
	buy: { resource: 'resource_sim1tkagky52c855tupyu2phpaqkxrd3j8204e3hr5vcljv7tursmzr3e5', amount: d('4.99') },
	fee: { platformAmount: d('0.1'), settlementAmount: d('5.25') },
	verifyParentAccessRuleSborHex:
		'5c2202012200012200012200012102809a4c6318c6318c6cb554820c6318c6318cf7a951d7a9e547c6318c6318c6c0021ddc8969bb69847fd5c2fc0cd45e106cde0d218c3ea3b6cdbb472038b8e8',
}
const expiresAtS = 1_795_306_651
const context: SigningContext = { networkId: 242, epoch: 3, nowMs: (expiresAtS - 45) * 1000, expiresInSeconds: 45 }

// shows decision 32: None of our programs signs a hash that it did not compute
it('a subintent as requested has the ledger’s hash, computed here', () => {
	assert.deepEqual(checkSubintent(subintent, terms, context), {
		subintent,
		subintentHash: 'e53debc5b811dabd0cbc27301b82c03301fa7f8fa172cac1634178a38d2be469',
		subintentId: 'subtxid_sim1u577h3dcz8dt6r9uyucphqkqxvql5lu059ev4strg9u28rftu35s234qmd',
		expiresAtS,
	})
})

it('error: any other terms are refused', () => {
	const other = 'account_sim168mcqd0sh7j64zreg5qmdujkttr3xrf33tgrc0nuwue956jqmaa9fv'
	const changes: Partial<OrderToSign>[] = [
		{ account: other },
		{ sell: { ...terms.sell, amount: d('100.000000000000000001') } },
		{ sell: terms.buy },
		{ buy: { ...terms.buy, amount: d('4.98') } },
		{ buy: terms.sell },
		{ fee: { ...terms.fee, platformAmount: d('0.2') } },
		{ fee: { ...terms.fee, settlementAmount: d('5') } },
		{ verifyParentAccessRuleSborHex: terms.verifyParentAccessRuleSborHex.replace(/e8$/, 'e9') },
	]
	for (const change of changes)
		assert.throws(
			() => checkSubintent(subintent, { ...terms, ...change }, context),
			/the subintent differs at instruction/,
		)
})

// shows decision 32: None of our programs signs a hash that it did not compute
it('error: every byte counts', () => {
	// The last epoch, the expiry and the discriminator may vary without changing what the order can do.
	const free = ['050000000000000022', '9b34026b00000000', '9956934160b3ae22'].map(hex => subintent.indexOf(hex) / 2)
	for (let at = 0; at < subintent.length / 2; at++) {
		if (free.some(from => at >= from && at < from + 8)) continue
		const byte = Number.parseInt(subintent.slice(2 * at, 2 * at + 2), 16) ^ 0x40
		const changed = subintent.slice(0, 2 * at) + byte.toString(16).padStart(2, '0') + subintent.slice(2 * at + 2)
		assert.throws(() => checkSubintent(changed, terms, context), `byte ${at}`)
	}
	for (const length of [0, 10, 60, subintent.length - 2])
		assert.throws(() => checkSubintent(subintent.slice(0, length), terms, context))
	assert.throws(() => checkSubintent(`${subintent}00`, terms, context))
})

it('error: a header of another network, of other epochs, or that expires later', () => {
	const wrong: Partial<SigningContext>[] = [{ networkId: 2 }, { epoch: 2 }, { epoch: 5 }, { expiresInSeconds: 14 }]
	for (const change of wrong) assert.throws(() => checkSubintent(subintent, terms, { ...context, ...change }))
})

it('error: a rule that is not one', () => {
	const verifyParentAccessRuleSborHex = '5c2203'
	const rule = { ...terms, verifyParentAccessRuleSborHex }
	assert.throws(() => checkSubintent(subintent, rule, context), { code: 'bad_payload' })
})

it('error: an order that is followed by something, carries a message, or never expires', () => {
	const { verifyParentAccessRuleSborHex, ...order } = terms
	const rule = accessRuleManifest(verifyParentAccessRuleSborHex, context.networkId)
	const manifest = composeLimitOrderManifest({ ...order, verifyParentAccessRule: rule })
	const { header } = readSubintent(subintent, context.networkId)
	const { maxTimestampS: _, ...endless } = header
	const others: [Parameters<typeof compileSubintent>[0], RegExp][] = [
		[{ manifest: `${manifest}\nYIELD_TO_PARENT;`, header }, /11 instructions, not 10/],
		[{ manifest, header, message: 'hello' }, /a message/],
		[{ manifest, header: endless }, /never expires/],
		[{ manifest, header: { ...header, minTimestampS: expiresAtS - 10 } }, /not valid yet/],
	]
	for (const [draft, why] of others)
		assert.throws(() => checkSubintent(compileSubintent(draft).subintent, terms, context), why)
})
