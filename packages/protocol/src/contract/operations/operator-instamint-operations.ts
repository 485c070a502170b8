import type { WireOf } from '../../message.ts'
import {
	AddInstamintCustomer,
	InstamintChange,
	InstamintPause,
	InstamintPrices,
	OperatorInstamint,
	SeenRepayment,
	SetInstamintAllowance,
} from '../../operator/instamint.ts'
import { exampleAccount, exampleMakerAccount, exampleTime, exampleTransaction } from '../examples/market.ts'
import { answered, type OperationTable, sample, withIds } from '../operation.ts'

const example: WireOf<typeof OperatorInstamint> = {
	component: 'component_sim1cptxxxxxxxxxfaucetxxxxxxxxx000527798379xxxxxxxxxhkrefh',
	customer_badge_resource: 'resource_sim1nfzf2h73frult99zd060vfcml5kncq3mxpthusm9lkglvhsr0guahy',
	state_version: 48_211,
	paused: false,
	price_validity_s: 604_800,
	operator_account: exampleAccount,
	tokens: [
		{
			symbol: 'xUSDC',
			resource_address: 'resource_sim1t5kg7mh5rwx2ud4y7xa7klvxtsf4lkwfcmksq5lukdpnrl0n9rfedq',
			enabled: true,
			price_xrd: '20',
			priced_at_ms: exampleTime.ms - 3_600_000,
			stale: false,
		},
	],
	customers: [
		{
			customer_id: 1,
			account: exampleMakerAccount,
			allowance_xrd: '1000000',
			loans_xrd: '2000',
			paused: false,
			loans: [{ symbol: 'xUSDC', amount: '100' }],
			payback_address: exampleAccount,
		},
	],
}
const changed = sample(InstamintChange, { ...example, transaction_id: exampleTransaction })
const isAsked =
	'The transaction is previewed, put on record in the audit log, and submitted; answered when the ledger has it.'
const ofEveryAct = [
	'instamint_not_offered',
	'instamint_refused',
	'transaction_undecided',
	'ledger_unavailable',
] as const

/** The component that lets makers mint on credit, from its operator's side. */
export const operatorInstamintOperations = withIds({
	getOperatorInstamint: {
		method: 'get',
		path: '/operator/instamint',
		tag: 'Instamint',
		summary: 'The component: its tokens with their prices, its customers with allowances and loans',
		description: 'All from the ledger, at one state version.',
		auth: 'viewer',
		answers: answered('Its state.', OperatorInstamint, example),
		errors: ['instamint_not_offered', 'ledger_unavailable'],
	},
	addInstamintCustomer: {
		method: 'post',
		path: '/operator/instamint/customers',
		tag: 'Instamint',
		summary: 'Make an account a customer',
		description: `Mints a badge into the account, which stays there. ${isAsked}`,
		auth: 'operator',
		body: sample(AddInstamintCustomer, { account: exampleMakerAccount, allowance_xrd: '1000000' }),
		answers: [{ status: 200, description: 'The component with the customer.', body: changed }],
		errors: ['invalid_decimal', 'invalid_address', 'wrong_network', 'customer_exists', ...ofEveryAct],
	},
	setInstamintAllowance: {
		method: 'put',
		path: '/operator/instamint/allowance',
		tag: 'Instamint',
		summary: 'Set up to what value a customer may owe',
		description: `In XRD, for all its loans together. Below the present loans it stops new mints, and nothing else. ${isAsked}`,
		auth: 'operator',
		body: sample(SetInstamintAllowance, { customer_id: 1, allowance_xrd: '1000000' }),
		answers: [{ status: 200, description: 'The component afterwards.', body: changed }],
		errors: ['invalid_decimal', 'unknown_customer', ...ofEveryAct],
	},
	setInstamintPrices: {
		method: 'put',
		path: '/operator/instamint/prices',
		tag: 'Instamint',
		summary: 'Set prices, or for how long they can be minted at',
		description: `In XRD for one, of tokens that the component has; a price set again is fresh. ${isAsked}`,
		auth: 'operator',
		body: sample(InstamintPrices, {
			prices: [{ symbol: 'xUSDC', price_xrd: '20' }],
			price_validity_s: 604_800,
		}),
		answers: [{ status: 200, description: 'The component afterwards.', body: changed }],
		errors: ['invalid_decimal', 'unknown_token', ...ofEveryAct],
	},
	pauseInstamint: {
		method: 'post',
		path: '/operator/instamint/pause',
		tag: 'Instamint',
		summary: 'Stop the mints of a customer, or all mints',
		description: `Repayments go on. ${isAsked}`,
		auth: 'operator',
		body: { ...sample(InstamintPause, { customer_id: 1 }), optional: true },
		answers: [{ status: 200, description: 'The component afterwards.', body: changed }],
		errors: ['unknown_customer', ...ofEveryAct],
	},
	resumeInstamint: {
		method: 'post',
		path: '/operator/instamint/resume',
		tag: 'Instamint',
		summary: 'Allow the mints of a customer, or mints at all, again',
		description: `A customer and the component are resumed each for itself. ${isAsked}`,
		auth: 'operator',
		body: { ...sample(InstamintPause, { customer_id: 1 }), optional: true },
		answers: [{ status: 200, description: 'The component afterwards.', body: changed }],
		errors: ['unknown_customer', ...ofEveryAct],
	},
	reconcileInstamint: {
		method: 'post',
		path: '/operator/instamint/reconcile',
		tag: 'Instamint',
		summary: 'Take a repayment that was seen elsewhere off a loan',
		description: `On another chain, for example; the component takes each reference once. ${isAsked}`,
		auth: 'operator',
		body: sample(SeenRepayment, {
			customer_id: 1,
			repaid: { symbol: 'xUSDC', amount: '100' },
			reference: 'ethereum:0x5e1c4b8e6c055ea0dabe50f7f3434e0fa4e7c61d5c4200336ab2334e51d13e51',
		}),
		answers: [{ status: 200, description: 'The component afterwards.', body: changed }],
		errors: [
			'invalid_decimal',
			'unknown_token',
			'invalid_amount',
			'unknown_customer',
			'reference_used',
			'more_than_the_loan',
			...ofEveryAct,
		],
	},
} satisfies OperationTable)
