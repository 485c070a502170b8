import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Header, PublicKey, Signature } from './codec-types.ts'
import {
	attachSignatures,
	compileSubintent,
	decompileSubintent,
	readManifest,
	readSignedLimitOrder,
	readSignedPartialTransaction,
	readSubintent,
	unwrap,
	withReading,
} from './loaded.ts'

type SubintentVector = {
	name: string
	manifest: string
	header: Header
	message?: string
	subintent: string
	subintentHash: string
	subintentId: string
}

type SignedVector = {
	name: string
	networkId: number
	subintent: string
	signatures: Signature[]
	children: string[]
	signedPartialTransaction: string
	subintentHash: string
	subintentId: string
	signers: PublicKey[]
}

function vectors<T>(name: string): T[] {
	return JSON.parse(readFileSync(new URL(`../../ledger/native/vectors/${name}`, import.meta.url), 'utf8'))
}

for (const { name, manifest, header, message, ...compiled } of vectors<SubintentVector>('subintents.json')) {
	test(`${name}: manifest text compiles to the bytes, the hash and the id, and the bytes decompile to the same meaning`, () => {
		const draft = message === undefined ? { manifest, header } : { manifest, header, message }
		assert.deepEqual(compileSubintent(draft), compiled)
		const read = readSubintent(compiled.subintent, header.networkId)
		assert.deepEqual(read.header, header)
		assert.equal(read.hasMessage, message !== undefined)
		assert.deepEqual(read.instructions, readManifest(manifest, header.networkId))
		const decompiled = decompileSubintent(compiled.subintent, header.networkId)
		assert.equal(compileSubintent({ ...draft, manifest: decompiled }).subintent, compiled.subintent)
	})
}

for (const vector of vectors<SignedVector>('signed-partial-transactions.json')) {
	const { name, networkId, subintent, signatures, children, ...signed } = vector
	test(`${name}: it reads the same as a limit order, in upper case too`, () => {
		const { signerAccounts: _, ...order } = readSignedLimitOrder(signed.signedPartialTransaction, networkId)
		assert.deepEqual(order, withReading(readSignedPartialTransaction(signed.signedPartialTransaction, networkId)))
		const upperCase = readSignedLimitOrder(signed.signedPartialTransaction.toUpperCase(), networkId)
		assert.deepEqual(upperCase, { ...order, signerAccounts: upperCase.signerAccounts })
	})
	test(`${name}: signatures and children are attached to the bytes, and the signers are read back from them`, () => {
		assert.deepEqual(attachSignatures({ subintent, signatures, children, networkId }), signed)
		const read = readSignedPartialTransaction(signed.signedPartialTransaction, networkId)
		assert.deepEqual(read.signers, signed.signers)
		assert.equal(read.rootSubintent, subintent)
		assert.equal(read.subintents.length, children.length)
		const [child] = children
		if (child === undefined) return
		assert.equal(unwrap(signed.signedPartialTransaction, networkId).signedPartialTransaction, child)
	})
}
