import { Limits } from '../../service/limits.ts'
import { liveWire, notReadyWire, Ready, Version } from '../../service/service-info.ts'
import { apiVersion } from '../api-version.ts'
import { limitsExample } from '../examples/limits.ts'
import { problemExample } from '../examples/problems.ts'
import { answered, type OperationTable, sample, withIds } from '../operation.ts'

/** Version and limits of the service. */
export const serviceOperations = withIds({
	getVersion: {
		method: 'get',
		path: '/version',
		tag: 'Service',
		summary: 'The versions of the program and the interfaces',
		auth: 'none',
		answers: answered('Versions and network.', Version, {
			name: 'accord',
			version: '0.1.0',
			api_version: apiVersion,
			network: 'simulator',
			network_id: 242,
		}),
		errors: [],
	},
	getLimits: {
		method: 'get',
		path: '/limits',
		tag: 'Service',
		summary: 'Every limit that a client can run into',
		auth: 'none',
		answers: answered('The limits of this deployment.', Limits, limitsExample),
		errors: [],
	},
} satisfies OperationTable)

/** Whether the service can be used, for monitors and load balancers; the operator's interface has them too. */
export const healthOperations = withIds({
	getLive: {
		method: 'get',
		path: '/health/live',
		tag: 'Service',
		summary: 'Whether the process answers',
		auth: 'none',
		answers: answered('It does.', liveWire, { status: 'live' }),
		errors: [],
		unlimited: true,
	},
	getReady: {
		method: 'get',
		path: '/health/ready',
		tag: 'Service',
		summary: 'Whether orders should be sent here',
		auth: 'none',
		answers: answered('Everything that the service needs is available.', Ready, {
			status: 'ready',
			checks: [
				{ name: 'database', ok: true },
				{ name: 'ledger', ok: true },
			],
		}),
		errors: ['shutting_down', 'busy', 'ledger_unavailable', 'database_unavailable'],
		problems: {
			503: sample(notReadyWire, {
				...problemExample('ledger_unavailable'),
				checks: [
					{ name: 'database', ok: true },
					{ name: 'ledger', ok: false, detail: 'no answer within 2 s' },
				],
			}),
		},
		unlimited: true,
	},
} satisfies OperationTable)
