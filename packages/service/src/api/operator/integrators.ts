import { callGateway } from '@accord/ledger'
import { type AuditAct, Decimal, Integrator, Integrators, IssuedIntegrator, TradeError } from '@accord/protocol'
import type { operatorIntegratorOperations } from '@accord/protocol/contract'
import type { FastifyRequest } from 'fastify'
import { type ActDeps, recordAct } from '../../audit/record-act.ts'
import { depositRefusal } from '../../gateway/deposit-refusal.ts'
import {
	createIntegrator,
	findIntegrator,
	findIntegrators,
	revokeIntegrator,
	setIntegrator,
} from '../../integrators/integrators.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Handlers } from '../http/routes.ts'
import { requireAccount } from './makers.ts'
import { actorOf } from './operator-key.ts'

/** DEXes that get a share of the platform fee. */
export function operatorIntegratorHandlers(platform: Platform): Handlers<typeof operatorIntegratorOperations> {
	const { clock, db } = platform
	const change = async (
		{ act, code, request }: { act: AuditAct; code: string; request: FastifyRequest },
		work: (within: ActDeps) => Promise<Integrator>,
	) =>
		Integrator.format(
			await recordAct(platform, async within => {
				const before = termsOf(await findIntegrator(within.database, code))
				const result = await work(within)
				return { result, act: { act, actor: actorOf(request), subject: code, before, after: termsOf(result) } }
			}),
		)
	return {
		getIntegrators: async () => Integrators.format(await findIntegrators(db.own)),
		createIntegrator: async ({ body, request }) => {
			requireShare(body.share)
			await requirePayable(platform, body.account)
			const issued = await recordAct(platform, async ({ database }) => {
				const result = await createIntegrator({ database, clock }, body)
				const act = { act: 'integrator_created', actor: actorOf(request), subject: body.code } as const
				return { result, act: { ...act, after: termsOf(result) } }
			})
			return IssuedIntegrator.format(issued)
		},
		setIntegrator: async ({ params: { code }, body, request }) => {
			if (body.share !== undefined) requireShare(body.share)
			if (body.account !== undefined) await requirePayable(platform, body.account)
			return change({ act: 'integrator_set', code, request }, ({ database }) => setIntegrator(database, code, body))
		},
		revokeIntegrator: async ({ params: { code }, request }) =>
			change({ act: 'integrator_revoked', code, request }, ({ database }) =>
				revokeIntegrator({ database, clock }, code),
			),
	}
}

/** What an act changes. */
function termsOf({ account, share, state }: Integrator) {
	return { account, share: Decimal.format(share), state }
}

function requireShare(share: Decimal): void {
	if (share > 0n && share <= Decimal.one) return
	throw invalid({ pointer: '/share', expected: 'more than 0, at most 1', found: Decimal.format(share) })
}

/** A deposit that the account refused would go to the solver. */
async function requirePayable(platform: Platform, account: string): Promise<void> {
	requireAccount(platform, { address: account, pointer: '/account' })
	const refusal = await callGateway(() => depositRefusal(platform, account))
	if (refusal === undefined) return
	throw invalid({ pointer: '/account', expected: 'an account that accepts every traded token', found: refusal })
}

function invalid(item: { readonly pointer: string; readonly expected: string; readonly found: string }): TradeError {
	return TradeError.fromViolations([{ code: 'validation_failed', item }])
}
