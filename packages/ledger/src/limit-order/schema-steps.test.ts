import {
	inserted,
	rebate,
	replaced,
	resources,
	stranger,
	user,
	without,
} from '../../../../test/fixtures/limit-order.ts'
import { type RefusedCase, testRefusals } from './refused-case.ts'

const accountPackage = 'package_sim1pkgxxxxxxxxxaccntxxxxxxxxxx000929625493xxxxxxxxxrn8jm6'

const steps: RefusedCase[] = [
	// shows error: manifest_schema
	{ title: 'step 1 missing', parts: { edit: without(0) }, code: 'manifest_schema', instruction: 0 },
	{ title: 'step 2 missing', parts: { edit: without(1) }, code: 'manifest_schema', instruction: 1 },
	{
		title: 'step 3 missing',
		parts: { edit: lines => without(2)(replaced(4, 'YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");')(lines)) },
		code: 'manifest_schema',
		instruction: 2,
	},
	{ title: 'step 4 missing', parts: { edit: without(3) }, code: 'manifest_schema', instruction: 3 },
	{
		title: 'step 5 missing',
		parts: { edit: replaced(4, `CALL_METHOD Address("${stranger}") "deposit" Bucket("sell");`) },
		code: 'manifest_schema',
		instruction: 4,
	},
	{
		title: 'step 6 missing',
		parts: { edit: lines => without(5)(replaced(7, 'YIELD_TO_PARENT Bucket("solver-fee");')(lines)) },
		code: 'manifest_schema',
	},
	{
		title: 'step 7 missing',
		parts: { edit: lines => without(6)(replaced(7, 'YIELD_TO_PARENT Bucket("anthic-fee");')(lines)) },
		code: 'manifest_schema',
		instruction: 6,
	},
	{
		title: 'step 8 missing',
		parts: {
			edit: replaced(7, 'RETURN_TO_WORKTOP Bucket("anthic-fee"); RETURN_TO_WORKTOP Bucket("solver-fee");'),
		},
		code: 'manifest_schema',
		instruction: 7,
	},
	{ title: 'step 9 missing', parts: { edit: without(8) }, code: 'manifest_schema', instruction: 8 },
	{ title: 'step 10 missing', parts: { edit: without(9) }, code: 'invalid_transaction' },

	{
		title: 'step 1 doubled',
		parts: { edit: lines => inserted(0, lines[0] ?? '')(lines) },
		code: 'prefix_not_allowed',
		instruction: 0,
	},
	{ title: 'step 2 doubled', parts: { edit: lines => inserted(1, lines[1] ?? '')(lines) }, code: 'manifest_schema' },
	{
		title: 'step 3 doubled',
		parts: {
			edit: lines => [
				...lines.slice(0, 2),
				`TAKE_FROM_WORKTOP Address("${resources.XRD}") Decimal("0") Bucket("more");`,
				...lines.slice(2, 4),
				'YIELD_TO_PARENT Bucket("sell") Bucket("more");',
				...lines.slice(5),
			],
		},
		code: 'manifest_schema',
	},
	{
		title: 'step 4 doubled',
		parts: { edit: lines => inserted(3, lines[3] ?? '')(lines) },
		code: 'invalid_transaction',
	},
	// shows manifest: Rule 2: exactly three YIELD_TO_PARENT
	{
		title: 'step 5 doubled',
		parts: { edit: inserted(5, 'YIELD_TO_PARENT;') },
		code: 'manifest_schema',
		instruction: 5,
	},
	{
		title: 'step 6 doubled',
		parts: {
			edit: lines => [
				...lines.slice(0, 6),
				`TAKE_FROM_WORKTOP Address("${resources.XRD}") Decimal("0.1") Bucket("more");`,
				...lines.slice(6, 7),
				'YIELD_TO_PARENT Bucket("anthic-fee") Bucket("more") Bucket("solver-fee");',
				...lines.slice(8),
			],
		},
		code: 'manifest_schema',
	},
	{
		title: 'step 7 doubled',
		parts: {
			edit: lines => [
				...lines.slice(0, 7),
				`TAKE_FROM_WORKTOP Address("${resources.XRD}") Decimal("0") Bucket("more");`,
				'YIELD_TO_PARENT Bucket("anthic-fee") Bucket("solver-fee") Bucket("more");',
				...lines.slice(8),
			],
		},
		code: 'manifest_schema',
	},
	{
		title: 'the optional assertion doubled',
		parts: { edit: inserted(7, rebate(resources.XRD), rebate(resources.XRD)) },
		code: 'invalid_transaction',
	},
	{
		title: 'step 8 doubled',
		parts: { edit: inserted(8, 'YIELD_TO_PARENT;') },
		code: 'manifest_schema',
		instruction: 8,
	},
	{ title: 'step 9 doubled', parts: { edit: lines => inserted(8, lines[8] ?? '')(lines) }, code: 'manifest_schema' },
	// shows manifest: Rule 2: exactly three YIELD_TO_PARENT
	{ title: 'step 10 doubled', parts: { edit: inserted(9, 'YIELD_TO_PARENT;') }, code: 'manifest_schema' },

	...[0, 1, 3, 4, 5, 7, 8].map((at): RefusedCase => {
		const swap = (lines: string[]) => lines.with(at, lines[at + 1] ?? '').with(at + 1, lines[at] ?? '')
		return { title: `steps ${at + 1} and ${at + 2} swapped`, parts: { edit: swap }, code: swapCode(at) }
	}),
	{
		title: 'steps 3 and 4 swapped',
		parts: { edit: lines => lines.with(2, lines[3] ?? '').with(3, lines[2] ?? '') },
		code: 'invalid_transaction',
	},
	{
		title: 'steps 7 and 8 swapped',
		parts: {
			edit: lines => [
				...lines.slice(0, 6),
				'YIELD_TO_PARENT Bucket("anthic-fee");',
				lines[6] ?? '',
				`CALL_METHOD Address("${user}") "deposit_batch" Array<Bucket>(Bucket("solver-fee"));`,
				...lines.slice(9),
			],
		},
		code: 'manifest_schema',
	},
	{
		title: 'the fee buckets swapped',
		parts: { edit: replaced(7, 'YIELD_TO_PARENT Bucket("solver-fee") Bucket("anthic-fee");') },
		code: 'manifest_schema',
		instruction: 7,
	},

	...[1, 2, 3, 5, 6, 7, 8, 9].map((at): RefusedCase => {
		const title = `an extra instruction between steps ${at} and ${at + 1}`
		return { title, parts: { edit: inserted(at, 'DROP_AUTH_ZONE_PROOFS;') }, code: 'manifest_schema', instruction: at }
	}),
	{
		title: 'an extra instruction between steps 4 and 5',
		parts: { edit: inserted(4, 'DROP_AUTH_ZONE_PROOFS;') },
		code: 'invalid_transaction',
	},
	{
		title: 'an extra instruction after step 10',
		parts: { edit: inserted(10, 'DROP_AUTH_ZONE_PROOFS;') },
		code: 'invalid_transaction',
	},
	{
		title: 'an extra deposit of the bought tokens elsewhere',
		parts: { edit: inserted(5, `CALL_METHOD Address("${stranger}") "deposit_batch" Expression("ENTIRE_WORKTOP");`) },
		code: 'manifest_schema',
		instruction: 5,
	},
]

function swapCode(at: number): RefusedCase['code'] {
	// If an assertion is not followed by a call, or the end is followed by anything, the ledger itself refuses the bytes.
	return at === 3 || at === 4 || at === 8 ? 'invalid_transaction' : 'manifest_schema'
}

const prefixes: RefusedCase[] = [
	...[
		`CALL_METHOD Address("${user}") "lock_fee" Decimal("5");`,
		`CALL_METHOD Address("${user}") "lock_contingent_fee" Decimal("5");`,
		`CALL_METHOD Address("${user}") "lock_fee_and_withdraw" Decimal("5") Address("${resources.XRD}") Decimal("1");`,
		'YIELD_TO_PARENT;',
	].map((line): RefusedCase => {
		const title = `a prefix with ${line.split(' ').slice(0, 3).join(' ')}`
		return {
			title,
			parts: { edit: inserted(0, 'DROP_AUTH_ZONE_PROOFS;', line) },
			code: 'prefix_not_allowed',
			instruction: 1,
		}
	}),
	// shows error: prefix_not_allowed
	{
		title: 'lock_fee on an address that is only allocated in the manifest',
		parts: {
			edit: inserted(
				0,
				`ALLOCATE_GLOBAL_ADDRESS Address("${accountPackage}") "Account" AddressReservation("reserved") NamedAddress("mine");`,
				'CALL_METHOD NamedAddress("mine") "lock_fee" Decimal("5");',
				`CALL_FUNCTION Address("${accountPackage}") "Account" "create_advanced" Enum<0u8>() Enum<1u8>(AddressReservation("reserved"));`,
			),
		},
		code: 'prefix_not_allowed',
		instruction: 1,
	},
]

testRefusals(steps)
testRefusals(prefixes)
