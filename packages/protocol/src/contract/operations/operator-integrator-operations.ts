import {
	CreateIntegrator,
	Integrator,
	Integrators,
	IssuedIntegrator,
	integratorPathWire,
	SetIntegrator,
} from '../../operator/integrator.ts'
import { exampleIntegrator, exampleNewIntegrator } from '../examples/integrators.ts'
import { exampleAccount, exampleTime } from '../examples/market.ts'
import { answered, type OperationTable, parameters, sample, withIds } from '../operation.ts'

const ofIntegrator = parameters(integratorPathWire, { code: exampleIntegrator.code })

/** DEXes that get a share of the platform fee. */
export const operatorIntegratorOperations = withIds({
	getIntegrators: {
		method: 'get',
		path: '/operator/integrators',
		tag: 'Integrators',
		summary: 'Every integrator with its share, its account and what it is owed',
		auth: 'viewer',
		answers: answered('Oldest first, revoked ones included.', Integrators, { integrators: [exampleIntegrator] }),
		errors: [],
	},
	createIntegrator: {
		method: 'post',
		path: '/operator/integrators',
		tag: 'Integrators',
		summary: 'Give out a code for a share of the platform fee',
		description:
			'The account must accept deposits of every traded token. `api_key` opens the integrator’s report; it is shown only this once, and the service stores its hash. A code is never used again.',
		auth: 'operator',
		body: sample(CreateIntegrator, { code: exampleIntegrator.code, account: exampleAccount, share: '0.2' }),
		answers: answered('The integrator, with its key.', IssuedIntegrator, exampleNewIntegrator),
		errors: ['invalid_address', 'name_taken', 'ledger_unavailable'],
	},
	setIntegrator: {
		method: 'put',
		path: '/operator/integrators/{code}',
		tag: 'Integrators',
		summary: 'Change an integrator’s account or share',
		description:
			'The share applies to orders accepted from now on; the account to bundles published from now on, which also pay what is owed from before.',
		auth: 'operator',
		pathParameters: ofIntegrator,
		body: sample(SetIntegrator, { share: '0.25' }),
		answers: answered('The integrator.', Integrator, { ...exampleIntegrator, share: '0.25' }),
		errors: ['unknown_integrator', 'invalid_address', 'ledger_unavailable'],
	},
	revokeIntegrator: {
		method: 'delete',
		path: '/operator/integrators/{code}',
		tag: 'Integrators',
		summary: 'Revoke an integrator’s code',
		description:
			'Orders with it are refused from now on; those accepted before still pay their share. The report stays. Repeating it changes nothing.',
		auth: 'operator',
		pathParameters: ofIntegrator,
		answers: answered('The integrator, revoked now or before.', Integrator, {
			...exampleIntegrator,
			state: 'revoked',
			revoked_at_ms: exampleTime.ms,
		}),
		errors: ['validation_failed', 'unknown_integrator'],
	},
} satisfies OperationTable)
