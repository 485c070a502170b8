import {
	Decimal,
	formatInstamintChange,
	formatOperatorInstamint,
	parseInstamintPrices,
	parseSeenRepayment,
	TradeError,
} from '@accord/protocol'
import type { operatorInstamintOperations } from '@accord/protocol/contract'
import { requireAccount } from '../../accounts/account-address.ts'
import type { OperatorRooms } from '../../operator/operator-rooms.ts'
import type { Handlers } from '../http/routes.ts'
import { actorOf } from './actor.ts'

type InstamintRooms = Pick<OperatorRooms, 'platform' | 'instamint'>

/** The component that lets makers mint on credit, as its operator. */
export function operatorInstamintHandlers({
	platform,
	instamint,
}: InstamintRooms): Handlers<typeof operatorInstamintOperations> {
	const { networkId } = platform.market
	const offered = () => {
		if (instamint !== undefined) return instamint
		throw new TradeError('instamint_not_offered', 'no instamint.component is configured')
	}
	return {
		getOperatorInstamint: async () => formatOperatorInstamint(await offered().overview()),
		addInstamintCustomer: async ({ body: { account, allowance_xrd }, request }) => {
			const { acts } = offered()
			requireAccount(networkId, { address: account, pointer: '/account' })
			const customer = { account, allowanceXrd: Decimal.parse(allowance_xrd) }
			return formatInstamintChange(await acts.addCustomer(customer, actorOf(request)))
		},
		setInstamintAllowance: async ({ body: { customer_id: customerId, allowance_xrd }, request }) => {
			const allowance = { customerId, allowanceXrd: Decimal.parse(allowance_xrd) }
			return formatInstamintChange(await offered().acts.setAllowance(allowance, actorOf(request)))
		},
		setInstamintPrices: async ({ body, request }) =>
			formatInstamintChange(await offered().acts.setPrices(parseInstamintPrices(body), actorOf(request))),
		pauseInstamint: async ({ body, request }) => {
			const pause = { kind: 'pause', customerId: body?.customer_id } as const
			return formatInstamintChange(await offered().acts.setPaused(pause, actorOf(request)))
		},
		resumeInstamint: async ({ body, request }) => {
			const resume = { kind: 'resume', customerId: body?.customer_id } as const
			return formatInstamintChange(await offered().acts.setPaused(resume, actorOf(request)))
		},
		reconcileInstamint: async ({ body, request }) =>
			formatInstamintChange(await offered().acts.reconcile(parseSeenRepayment(body), actorOf(request))),
	}
}
