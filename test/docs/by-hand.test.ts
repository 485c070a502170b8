import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { blake2b } from '@noble/hashes/blake2.js'

const read = (path: string) => readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8')
const page = read('by-hand.md')
const { context, vectors, outers, root } = JSON.parse(read('vectors.json'))
const [order] = vectors

test('the worked example of docs/by-hand.md is the first of the vectors, and its root settles it', () => {
	for (const { manifest } of [order, outers[0], root]) assert.ok(page.includes(`\n${manifest}\n\`\`\``), manifest)
	const [key] = order.keys
	for (const text of [key.privateKey, order.subintent_hash, order.subintent_id]) assert.ok(page.includes(text), text)
	const [{ solver_amount, transaction_execution_amount }] = context.info.per_token_settlement_fee
	assert.deepEqual([solver_amount, transaction_execution_amount], ['0.25', '5'])
})

test('its bytes are laid out as the page says', () => {
	const signature = /\n {4}([0-9a-f]{128})\n/.exec(page)?.[1]
	const publicKey = order.keys[0].publicKey
	const tail = `202100202201010220072${'0'}${publicKey}2101200740${signature}202000`
	assert.equal(order.signed_partial_transaction, `4d220e0321022101${order.subintent.slice(8)}${tail}`)
	assert.match(context.info.verify_parent_access_rule_sbor_hex, /^5c2202012200012200012200012102\w{62}c0021d\w{58}$/)
	const [, header = ''] = /\n {4}(2106\w{88})\n/.exec(page) ?? []
	assert.ok(order.subintent.startsWith(`4d220b012105${header}20200022000020200020220a`))
	const id = context.info.verify_parent_access_rule_sbor_hex.slice(-58)
	assert.ok(context.verify_parent_access_rule_manifest.endsWith(`:[${id}]")))))`))
})

const H = (bytes: Uint8Array) => blake2b(bytes, { dkLen: 32 })
const join = (parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap(part => [...part]))

test('every hash equals the one that the page’s recipe gives', () => {
	for (const { subintent, subintent_hash, label } of [...vectors, ...outers]) {
		const [header, , message, children, instructions] = partsOf(Buffer.from(subintent, 'hex'))
		assert.ok(header && message && children && instructions)
		const [noBlobs, hashes] = [new Uint8Array(), children.length > 3 ? children.subarray(-32) : new Uint8Array()]
		const cores = [H(header.subarray(1)), H(noBlobs), H(message.subarray(1)), H(hashes), H(instructions.subarray(1))]
		const hash = H(join([Uint8Array.of(0x54, 0x0b), H(join(cores))]))
		assert.equal(Buffer.from(hash).toString('hex'), subintent_hash, label)
	}
})

/** The five parts of a subintent's bytes, each with its kind. The instructions are the rest after the first four. */
function partsOf(bytes: Buffer): Buffer[] {
	assert.equal(bytes.subarray(0, 6).toString('hex'), '4d220b012105')
	const ends = [6]
	while (ends.length < 5) ends.push(endOf(bytes, ends.at(-1) ?? 0))
	return ends.map((start, n) => bytes.subarray(start, ends[n + 1]))
}

/** The byte lengths of kinds with a fixed width: i64, u8, u64. */
const widths: Readonly<Record<number, number>> = { 5: 8, 7: 1, 10: 8 }

/** Where the SBOR value that begins there ends; it starts with its kind unless that is given. */
function endOf(bytes: Buffer, start: number, kind = bytes[start] ?? 0, first = start + 1): number {
	const width = widths[kind]
	if (width !== undefined) return first + width
	const [isString, isArray, isEnum] = [kind === 0x0c, kind === 0x20, kind === 0x22]
	const { size, at } = sizeAt(bytes, first + (isArray || isEnum ? 1 : 0))
	if (isString) return at + size
	let end = at
	for (let n = 0; n < size; n++) end = isArray ? endOf(bytes, end, bytes[first], end) : endOf(bytes, end)
	return end
}

function sizeAt(bytes: Buffer, start: number): { size: number; at: number } {
	let [size, at, shift] = [0, start, 0]
	for (;;) {
		const byte = bytes[at++] ?? 0
		size += (byte & 127) << shift
		if (byte < 128) return { size, at }
		shift += 7
	}
}
