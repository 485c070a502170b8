import assert from 'node:assert/strict'

// Reads a signed order's bytes by the specification alone, without the codec that the service uses: manifest SBOR, then
// the ten steps. What both agree on is what was signed.

/** Amounts are multiples of 10⁻¹⁸; addresses are hex. */
export type DecodedOrder = {
	readonly account: string
	readonly sold: string
	readonly bought: string
	readonly sell: bigint
	readonly buy: bigint
	readonly platformFee: bigint
	readonly settlementFee: bigint
}

type Sbor =
	| {
			readonly kind: 'bytes' | 'text' | 'decimal' | 'address' | 'bucket' | 'expression' | 'scalar'
			readonly value: string
	  }
	| { readonly kind: 'tuple' | 'array' | 'map'; readonly fields: readonly Sbor[] }
	| { readonly kind: 'enum'; readonly variant: number; readonly fields: readonly Sbor[] }

type Fields = readonly (Sbor | undefined)[]

/** Byte lengths of the kinds with a fixed length: integers, then those of manifests. */
const lengths: Readonly<Record<number, number>> = {
	1: 1,
	2: 1,
	3: 2,
	4: 4,
	5: 8,
	6: 16,
	7: 1,
	8: 2,
	9: 4,
	10: 8,
	11: 16,
	129: 4,
	130: 4,
	131: 1,
	132: 32,
	133: 24,
	134: 32,
	136: 4,
}
const named: Readonly<Record<number, 'decimal' | 'bucket' | 'expression'>> = {
	129: 'bucket',
	131: 'expression',
	133: 'decimal',
}
const instruction = {
	take: 0x00,
	assertNextCallReturnsOnly: 0x0a,
	callMethod: 0x41,
	yieldToParent: 0x60,
	verifyParent: 0x62,
}
const atLeastAmount = 2
const entireWorktop = '00'

/** @throws AssertionError if the bytes are not an order that follows the schema */
export function decodeOrder(hex: string): DecodedOrder {
	const instructions = instructionsOf(hex)
	const start = instructions.findLastIndex(each => each.kind === 'enum' && each.variant === instruction.verifyParent)
	const prefix = instructions.slice(0, start)
	const steps = instructions.slice(start)
	if (steps.length === 11) requireHarmless(steps.splice(7, 1)[0])
	assert.equal(steps.length, 10)
	const at = (index: number, variant: number): Fields => fieldsOf(steps[index], variant)
	const [account, withdraw, withdrawal] = at(1, instruction.callMethod)
	const [sell, platform, settlement] = [2, 5, 6].map(index => takenAt(at(index, instruction.take)))
	assert.ok(sell && platform && settlement)
	const [withdrawn, total] = itemsOf(withdrawal, 'tuple')
	assert.deepEqual([textOf(withdraw), textOf(withdrawn)], ['withdraw', sell.resource])
	assert.equal(amountOf(total), sell.amount + platform.amount + settlement.amount)
	assert.deepEqual([platform.resource, settlement.resource], [sell.resource, sell.resource])
	const [bought, buy] = demandOf(at(3, instruction.assertNextCallReturnsOnly))
	const buckets = bucketsMade(prefix)
	assert.deepEqual(bucketsOf(at(4, instruction.yieldToParent)), [buckets])
	assert.deepEqual(bucketsOf(at(7, instruction.yieldToParent)), [buckets + 1, buckets + 2])
	const [to, deposit, deposited] = at(8, instruction.callMethod)
	assert.deepEqual([textOf(to), textOf(deposit)], [textOf(account), 'deposit_batch'])
	assert.deepEqual(itemsOf(deposited, 'tuple').map(textOf), [entireWorktop])
	assert.deepEqual(bucketsOf(at(9, instruction.yieldToParent)), [])
	return {
		account: textOf(account),
		sold: sell.resource,
		bought: textOf(bought),
		sell: sell.amount,
		buy: amountOf(buy),
		platformFee: platform.amount,
		settlementFee: settlement.amount,
	}
}

/** Signed partial transaction → partial transaction → root subintent → its core: header, blobs, message, children, instructions. */
function instructionsOf(hex: string): Sbor[] {
	const [partial] = itemsOf(new SborReader(hex).root(), 'enum')
	const [root] = itemsOf(partial, 'tuple')
	const [core] = itemsOf(root, 'tuple')
	const [, , , children, instructions] = itemsOf(core, 'tuple')
	assert.deepEqual(itemsOf(children, 'array'), [])
	return [...itemsOf(instructions, 'array')]
}

/** The optional assertion promises nothing. */
function requireHarmless(step: Sbor | undefined): void {
	const [, least] = demandOf(fieldsOf(step, instruction.assertNextCallReturnsOnly))
	assert.equal(amountOf(least), 0n)
}

function takenAt([resource, amount]: Fields): { resource: string; amount: bigint } {
	return { resource: textOf(resource), amount: amountOf(amount) }
}

/** The only resource of an assertion, and its minimum amount. */
function demandOf([constraints]: Fields): Fields {
	const [resource, constraint, ...others] = itemsOf(constraints, 'map')
	assert.equal(others.length, 0)
	return [resource, ...fieldsOf(constraint, atLeastAmount)]
}

/** Instructions before the schema take buckets too: by amount, ids, or all. */
function bucketsMade(instructions: readonly Sbor[]): number {
	return instructions.filter(each => each.kind === 'enum' && each.variant <= 2).length
}

function bucketsOf([buckets]: Fields): number[] {
	return itemsOf(buckets, 'tuple').map(bucket => {
		assert.equal(bucket.kind, 'bucket')
		return Buffer.from(textOf(bucket), 'hex').readUInt32LE()
	})
}

function fieldsOf(value: Sbor | undefined, variant: number): Fields {
	assert.ok(value?.kind === 'enum' && value.variant === variant, `expected variant ${variant}`)
	return value.fields
}

function itemsOf(value: Sbor | undefined, kind: 'tuple' | 'array' | 'map' | 'enum'): readonly Sbor[] {
	assert.ok(value !== undefined && value.kind === kind && 'fields' in value, `expected ${kind}, found ${value?.kind}`)
	return value.fields
}

function textOf(value: Sbor | undefined): string {
	assert.ok(value !== undefined && 'value' in value, `expected a scalar, found ${value?.kind}`)
	return value.value
}

function amountOf(value: Sbor | undefined): bigint {
	assert.equal(value?.kind, 'decimal')
	return BigInt(`0x${Buffer.from(textOf(value), 'hex').reverse().toString('hex')}`)
}

class SborReader {
	readonly #bytes: Buffer
	#at = 0

	constructor(hex: string) {
		this.#bytes = Buffer.from(hex, 'hex')
	}

	/** The whole payload. */
	root(): Sbor {
		assert.equal(this.#byte(), 0x4d)
		const value = this.#value()
		assert.equal(this.#at, this.#bytes.length)
		return value
	}

	#value(kind = this.#byte()): Sbor {
		const length = lengths[kind]
		if (length !== undefined) return { kind: named[kind] ?? 'scalar', value: this.#hex(length) }
		switch (kind) {
			case 0x0c:
				return { kind: 'text', value: Buffer.from(this.#hex(this.#size()), 'hex').toString() }
			case 0x20:
				return this.#array(this.#byte())
			case 0x21:
				return { kind: 'tuple', fields: this.#times(() => this.#value()) }
			case 0x22:
				return { kind: 'enum', variant: this.#byte(), fields: this.#times(() => this.#value()) }
			case 0x23:
				return this.#map(this.#byte(), this.#byte())
			case 0x80:
				return { kind: 'address', value: this.#hex(this.#byte() === 0 ? 30 : 4) }
			case 0x87:
				return { kind: 'scalar', value: this.#hex(this.#idLength(this.#byte())) }
			default:
				throw new Error(`no value has kind ${kind}`)
		}
	}

	#array(kind: number): Sbor {
		if (kind === 7) return { kind: 'bytes', value: this.#hex(this.#size()) }
		return { kind: 'array', fields: this.#times(() => this.#value(kind)) }
	}

	/** Key, value, key, value. */
	#map(key: number, value: number): Sbor {
		return { kind: 'map', fields: this.#times(() => [this.#value(key), this.#value(value)]).flat() }
	}

	/** A non-fungible's local id: a number, random bytes, or of any length. */
	#idLength(variant: number): number {
		return { 1: 8, 3: 32 }[variant] ?? this.#size()
	}

	#times<T>(read: () => T): T[] {
		return Array.from({ length: this.#size() }, read)
	}

	#size(): number {
		let size = 0
		for (let shift = 0; ; shift += 7) {
			const byte = this.#byte()
			size |= (byte & 0x7f) << shift
			if (byte < 0x80) return size
		}
	}

	#byte(): number {
		return Number.parseInt(this.#hex(1), 16)
	}

	#hex(length: number): string {
		const end = this.#at + length
		assert.ok(end <= this.#bytes.length, 'the bytes end too early')
		const hex = this.#bytes.toString('hex', this.#at, end)
		this.#at = end
		return hex
	}
}
