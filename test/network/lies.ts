import {
	accessRuleManifest,
	createSubintent,
	decompileSubintent,
	deriveKeyPair,
	type Header,
	readSubintent,
	signatureAccessRule,
} from '@accord/ledger'
import { participant } from './participant.ts'
import { testNetworkId } from './test-network.ts'

// What a service can say otherwise than it is to those who sign: each number, address and flag of every answer that they
// read before they sign. The order is 100 XRD for xUSDC at about 0.05.

/** An answer that is changed, and what those who catch it must say. */
export type Lie = {
	readonly path: string
	// biome-ignore lint/suspicious/noExplicitAny: a service that lies keeps to no type
	readonly change: (answer: any) => unknown
	/** What programs with our SDK say; absent if they do not read it. */
	readonly sdk?: RegExp
	/** What the examples in Python say; absent if they do not read it. */
	readonly python?: RegExp
}

export type LiesOf = Readonly<Record<string, Lie>>

const bids = (price: string, amount = '10000', says: Pick<Lie, 'sdk' | 'python'> = {}): Lie => ({
	path: '/trade/order_book',
	change: book => ({ ...book, bids: [[price, amount]] }),
	...{ sdk: /the book gives/, python: /not signed: the book gives/ },
	...says,
})
const notAnAmount = { sdk: /decimal in quotes|0 or more|is negative/, python: /not signed: \S+ is not an amount/ }

type FeeTable = {
	per_token_settlement_fee: Record<string, string>[]
	per_level_anthic_fee: Record<string, string>[]
}
const fees = (change: (info: FeeTable) => object, says: Pick<Lie, 'sdk' | 'python'>): Lie => ({
	path: '/trade/info',
	change: info => ({ ...info, ...change(info) }),
	...says,
})
const settlement = (change: Record<string, string>, says: Pick<Lie, 'sdk' | 'python'>) =>
	fees(({ per_token_settlement_fee: entries }) => {
		return { per_token_settlement_fee: entries.map(entry => ({ ...entry, ...change })) }
	}, says)
const fractions = (change: Record<string, string>, says: Pick<Lie, 'sdk' | 'python'>) =>
	fees(({ per_level_anthic_fee: entries }) => {
		return { per_level_anthic_fee: entries.map(entry => ({ ...entry, ...change })) }
	}, says)
const tooDear = { sdk: /the settlement fee is/, python: /not signed: fees of/ }
const takesTooMuch = { sdk: /the platform fee is/, python: /not signed: fees of/ }

/** What is said of the fees, to users and makers alike. */
export const feeLies: LiesOf = {
	'settling costs 20,000': settlement({ solver_amount: '20000' }, tooDear),
	'settling costs less than nothing': settlement({ solver_amount: '-20' }, notAnAmount),
	'settling costs no number': settlement({ solver_amount: 'NaN' }, notAnAmount),
	'the ledger costs 500': settlement({ transaction_execution_amount: '500' }, tooDear),
	'the ledger pays for itself': settlement({ transaction_execution_amount: '-5' }, notAnAmount),
	'no settlement has a price': fees(() => ({ per_token_settlement_fee: [] }), {
		sdk: /no settlement fee is set for the token/,
		python: /not signed: no settlement fee is set/,
	}),
	'the platform takes 90 %': fractions({ taker_fee: '0.9', maker_fee: '0.9' }, takesTooMuch),
	'the platform pays': fractions({ taker_fee: '-0.001', maker_fee: '-0.001' }, notAnAmount),
	'no level has a fee': fees(() => ({ per_level_anthic_fee: [] }), {
		sdk: /no fee is set for account level 0/,
		python: /not signed: no fee is set for account level 0/,
	}),
}

const levelIs = (level: unknown, says: Pick<Lie, 'sdk' | 'python'>): Lie => ({
	path: '/trade/account_addresses',
	change: () => ({ level }),
	...says,
})

/** What is said of the account's level, to users and makers alike. */
export const levelLies: LiesOf = {
	'the account is at level 99': levelIs(99, {
		sdk: /no fee is set for account level 99/,
		python: /not signed: no fee is set for account level 99/,
	}),
	'the account is at level -1': levelIs(-1, { sdk: /level/, python: /not signed: no fee is set for account level -1/ }),
}

/** What is said of the market. */
export const marketLies: LiesOf = {
	'the book gives 10⁻⁸': bids('0.00000001'),
	'the book gives a fifth less': bids('0.04'),
	'the book takes tokens and gives none': bids('-0.05', '10000', {
		...notAnAmount,
		sdk: /the book gives|not a|more than/,
	}),
	'a price is no number': bids('NaN', '10000', notAnAmount),
	'the book holds next to nothing': bids('0.05', '0.000001', {
		sdk: /the order book holds only 0\.000001 XRD/,
		python: /the book holds .* is a maker running/,
	}),
	'the book is empty': {
		path: '/trade/order_book',
		change: book => ({ ...book, bids: [] }),
		sdk: /the order book holds only 0 XRD/,
		python: /the book holds .* is a maker running/,
	},
	'the token has another symbol': {
		path: '/trade/tokens',
		change: ({ tokens }) => ({
			tokens: tokens.map((each: object) => ({ ...each, symbol: `other-${symbolOf(each)}` })),
		}),
		sdk: /is not traded/,
	},
	'a token has 40 decimals': {
		path: '/trade/tokens',
		change: ({ tokens }) => ({ tokens: tokens.map((each: object) => ({ ...each, divisibility: 40 })) }),
		sdk: /divisibility/,
	},
	'the pair is not traded': {
		path: '/trade/token_pairs',
		change: ({ token_pairs, ...rest }) => ({ ...rest, token_pairs: [] }),
		sdk: /are not traded against each other/,
	},
	'the pair is the other way round': {
		path: '/trade/token_pairs',
		change: ({ token_pairs }) => ({
			token_pairs: token_pairs.map(({ base, quote }: Record<string, string>) => ({ base: quote, quote: base })),
		}),
		sdk: /is not a traded pair/,
	},
	...feeLies,
	...levelLies,
}

function symbolOf(token: object): string {
	return (token as { symbol: string }).symbol
}

/** A key that is not the service’s. */
export const stranger = signatureAccessRule(
	deriveKeyPair({ seed: 'lies', name: 'stranger', curve: 'Ed25519' }),
	testNetworkId,
)
const strangersAccount = participant('a stranger', 'Ed25519', testNetworkId).account

const inManifest = (
	instruction: number,
	from: string | RegExp,
	to: string | ((...found: string[]) => string),
): Lie => ({
	path: '/construction/compose',
	change: ({ manifest }) => {
		const changed = manifest.replace(from, to)
		if (changed === manifest) throw new Error(`nothing is changed by ${from}`)
		return { manifest: changed }
	},
	sdk: new RegExp(`differs at instruction ${instruction}\\b`),
})

/** What the service composes and compiles otherwise than it was asked to, with the instruction that a refusal names. */
export function manifestLies(addressOf: (symbol: string) => string): LiesOf {
	const every = (symbol: string) => new RegExp(addressOf(symbol), 'g')
	return {
		'another key settles': inManifest(
			0,
			/^VERIFY_PARENT [^;]*/,
			`VERIFY_PARENT ${accessRuleManifest(stranger.sborHex, testNetworkId)}`,
		),
		'anybody settles': inManifest(0, /^VERIFY_PARENT [^;]*/, 'VERIFY_PARENT Enum<0u8>()'),
		'an instruction comes first': inManifest(0, /^/, 'ASSERT_WORKTOP_IS_EMPTY;\n'),
		'more is withdrawn': inManifest(1, /"withdraw" (\S+) Decimal\("/, '"withdraw" $1 Decimal("9'),
		'another account pays': inManifest(1, /Address\("account_\w+"\)/, `Address("${strangersAccount}")`),
		'another resource is sold': inManifest(1, every('XRD'), addressOf('xETH')),
		'more is sold': inManifest(2, 'Decimal("100") Bucket("sell")', 'Decimal("101") Bucket("sell")'),
		'less is sold, and the rest given away': inManifest(
			2,
			'Decimal("100") Bucket("sell")',
			'Decimal("99") Bucket("sell")',
		),
		'another resource is bought': inManifest(3, every('xUSDC'), addressOf('xUSDT')),
		'nothing has to come back': inManifest(3, /(AtLeastAmount>\()Decimal\("[0-9.]+"\)/, '$1Decimal("0")'),
		'a millionth less has to come back': inManifest(3, /(AtLeastAmount>\(Decimal\(")([0-9.]+)/, (_, before, amount) => {
			return `${before}${(Number(amount) - 0.000001).toFixed(6)}`
		}),
		'what is sold is yielded twice': inManifest(5, /(YIELD_TO_PARENT Bucket\("sell"\);\n)/, '$1YIELD_TO_PARENT;\n'),
		'the platform fee is higher': inManifest(
			5,
			/Decimal\("[0-9.]+"\) Bucket\("anthic-fee"\)/,
			'Decimal("0.2") Bucket("anthic-fee")',
		),
		'the settlement fee is higher': inManifest(
			6,
			/Decimal\("[0-9.]+"\) Bucket\("solver-fee"\)/,
			'Decimal("7") Bucket("solver-fee")',
		),
		'the fees are swapped': inManifest(
			7,
			'Bucket("anthic-fee") Bucket("solver-fee");',
			'Bucket("solver-fee") Bucket("anthic-fee");',
		),
		'the proceeds go to another account': inManifest(
			8,
			/Address\("account_\w+"\) "deposit/,
			`Address("${strangersAccount}") "deposit`,
		),
		'the deposit may be refused': inManifest(8, '"deposit_batch"', '"try_deposit_batch_or_abort"'),
		'the proceeds are yielded': inManifest(
			8,
			/(CALL_METHOD \S+ "deposit_batch")/,
			'YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");\n$1',
		),
		'an instruction is missing': inManifest(9, /YIELD_TO_PARENT;\s*$/, ''),
	}
}

const created = (change: object | ((answer: { subintent: string }) => object), sdk: RegExp): Lie => ({
	path: '/construction/create_subintent',
	change: answer => ({ ...answer, ...(typeof change === 'function' ? change(answer) : change) }),
	sdk,
})
const compiledWith = (change: (header: Header) => Partial<Header>, sdk: RegExp, message?: string): Lie =>
	created(({ subintent }) => {
		const { header } = readSubintent(subintent, testNetworkId)
		const manifest = decompileSubintent(subintent, testNetworkId)
		const made = createSubintent({ manifest, header: { ...header, ...change(header) }, message })
		return { subintent: made.subintent, subintent_hash: made.subintentHash, subintent_id: made.subintentId }
	}, sdk)

/** What is said of the subintent's bytes, and what they are. */
export const subintentLies: LiesOf = {
	'the hash is another one': created({ subintent_hash: 'ab'.repeat(32) }, /the hash that the service says/),
	'the id is another one': created({ subintent_id: 'subtxid_sim1other' }, /the id that the service says/),
	'it expires sooner than it does': created({ expires_at: 1 }, /the expiry that the service says/),
	'it lives for another hour': compiledWith(
		({ maxTimestampS = 0 }) => ({ maxTimestampS: maxTimestampS + 3600 }),
		/expires 3\d\d\d s later than requested/,
	),
	'it is not valid yet': compiledWith(
		({ maxTimestampS = 0 }) => ({ minTimestampS: maxTimestampS - 1 }),
		/is not valid yet/,
	),
	'it carries a message': compiledWith(() => ({}), /carries a message/, 'for somebody'),
	'its bytes are cut': created(({ subintent }) => ({ subintent: subintent.slice(0, -2) }), /./),
	'its bytes are of another kind': created(({ subintent }) => ({ subintent: `4d23${subintent.slice(4)}` }), /./),
	'it has no bytes': created({ subintent: '' }, /./),
}
