import { InstamintChange, OperatorInstamint, TradeError } from '@accord/protocol'
import type { operatorInstamintOperations } from '@accord/protocol/contract'
import { requireAccount } from '../../accounts/account-address.ts'
import type { OperatorRooms } from '../../operator/operator-rooms.ts'
import type { Handlers } from '../http/routes.ts'
import { actorOf } from './operator-key.ts'

type InstamintRooms = Pick<OperatorRooms, 'platform' | 'instamint'>

/** The component that lets makers mint on credit, from its operator's side. */
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
		getOperatorInstamint: async () => OperatorInstamint.format(await offered().overview()),
		addInstamintCustomer: async ({ body, request }) => {
			const { acts } = offered()
			requireAccount(networkId, { address: body.account, pointer: '/account' })
			return InstamintChange.format(await acts.addCustomer(body, actorOf(request)))
		},
		setInstamintAllowance: async ({ body, request }) => {
			return InstamintChange.format(await offered().acts.setAllowance(body, actorOf(request)))
		},
		setInstamintPrices: async ({ body, request }) =>
			InstamintChange.format(await offered().acts.setPrices(body, actorOf(request))),
		pauseInstamint: async ({ body, request }) => {
			const pause = { kind: 'pause', customerId: body?.customerId } as const
			return InstamintChange.format(await offered().acts.setPaused(pause, actorOf(request)))
		},
		resumeInstamint: async ({ body, request }) => {
			const resume = { kind: 'resume', customerId: body?.customerId } as const
			return InstamintChange.format(await offered().acts.setPaused(resume, actorOf(request)))
		},
		reconcileInstamint: async ({ body, request }) =>
			InstamintChange.format(await offered().acts.reconcile(body, actorOf(request))),
	}
}
