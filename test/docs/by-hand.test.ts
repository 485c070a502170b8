import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { blake2b } from '@noble/hashes/blake2.js'
import { bech32m } from '@scure/base'

const read = (path: string) => readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8')
const page = read('by-hand.md')
const document = JSON.parse(read('vectors.json'))
const { context, vectors, outers, root } = document
const [order] = vectors

test('the worked example of docs/by-hand.md is the first of the vectors, and its root settles it', () => {
	for (const { manifest } of [order, outers[0], root]) assert.ok(page.includes(`\n${manifest}\n\`\`\``), manifest)
	const [key] = order.keys
	for (const text of [key.privateKey, order.subintent_hash, order.subintent_id]) assert.ok(page.includes(text), text)
	const [{ solver_amount, transaction_execution_amount }] = context.info.per_token_settlement_fee
	assert.deepEqual([solver_amount, transaction_execution_amount], ['0.25', '5'])
})

test('a message is laid out as the page says', () => {
	const { message, subintent } = vectors.find(({ message }: { message?: string }) => message !== undefined)
	const [type, text] = ['text/plain', message].map(each => Buffer.from(each).toString('hex'))
	const length = message.length.toString(16).padStart(2, '0')
	assert.ok(subintent.includes(`20200022010121020c0a${type}2200010c${length}${text}202000`))
	for (const bytes of ['2201012102', '0c0a', '2200010c']) assert.ok(page.includes(`\`${bytes}\``))
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

test('the bytes of every plain order and fill are those of the page’s table', () => {
	const rows = [...page.matchAll(/^\| \d+ \| `([0-9A-Za-f ]+)` \|$/gm)].map(([, bytes = '']) => bytes)
	assert.equal(rows.length, 10)
	const plain = vectors.filter(({ values }: { values?: Values }) => values !== undefined)
	assert.ok(plain.length >= 25)
	for (const { label, values, subintent } of plain) {
		const words = wordsOf(values)
		const bytes = rows.join(' ').replace(/[A-Z]{2,}/g, word => words[word] ?? word)
		assert.ok(subintent.endsWith(`20220a${bytes.replaceAll(' ', '')}`), label)
	}
})

type Values = Readonly<Record<string, string>>

/** The bytes of the table's words, which the values of a vector are called. */
function wordsOf(values: Values): Values {
	const rule = context.verify_parent_access_rule_manifest
	const [, BADGE = '', KEY = ''] = /"(resource_\w+):\[([0-9a-f]{58})\]"/.exec(rule) ?? []
	const bytes = Object.entries(values).map(([name, value]) => {
		return [name.toUpperCase(), /^[0-9]/.test(value) ? decimalBytes(value) : addressBytes(value)]
	})
	return { ...Object.fromEntries(bytes), BADGE: addressBytes(BADGE), KEY }
}

function addressBytes(address: string): string {
	const { words } = bech32m.decode(address as `${string}1${string}`, false)
	return Buffer.from(bech32m.fromWords(words)).toString('hex')
}

function decimalBytes(text: string): string {
	const [whole = '', places = ''] = text.split('.')
	const units = BigInt(whole + places.padEnd(18, '0'))
	return Buffer.from(units.toString(16).padStart(48, '0'), 'hex').reverse().toString('hex')
}

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

test('every account follows from its public key by the page’s steps, and the page shows them for the first', () => {
	const prefixes: Readonly<Record<string, string>> = { 1: 'account_rdx', 2: 'account_tdx_2_', 242: 'account_sim' }
	const steps = ({ curve, publicKey }: { curve: string; publicKey: string }, network: string) => {
		const hash = Buffer.from(H(Buffer.from(publicKey, 'hex')))
		const bytes = Buffer.concat([Uint8Array.of(curve === 'Ed25519' ? 0x51 : 0xd1), hash.subarray(-29)])
		const address = bech32m.encode(prefixes[network] ?? '', bech32m.toWords(bytes), false)
		return [hash.toString('hex'), bytes.toString('hex'), address] as const
	}
	for (const key of document.accounts)
		for (const [network, account] of Object.entries(key.accounts)) assert.equal(steps(key, network)[2], account)
	assert.equal(new Set(document.accounts.map(({ curve }: { curve: string }) => curve)).size, 2)
	const keys = [...vectors, ...outers].flatMap(({ keys }) => keys)
	for (const key of keys) assert.equal(steps(key, '242')[2], key.account)
	for (const shown of [order.keys[0].publicKey, ...steps(order.keys[0], '242')])
		assert.ok(page.includes(`\`${shown}\``), shown)
})

// shows documents: The vectors describe themselves, and are served at /docs/vectors.json
test('vectors.json says what each of its parts and members is', () => {
	const { description, kinds, members, ...parts } = document
	assert.match(description, /docs\/by-hand\.md/)
	assert.deepEqual(Object.keys(kinds), Object.keys(parts))
	const of = (parts: readonly object[]) => [...new Set(parts.flatMap(part => Object.keys(part)))]
	assert.deepEqual(
		of([...vectors, ...outers]).filter(name => !(name in members)),
		[],
	)
	for (const role of ['order', 'fill']) assert.match(kinds.vectors, new RegExp(`role ${role}`))
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
