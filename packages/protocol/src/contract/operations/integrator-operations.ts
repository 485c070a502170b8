import { IntegratorReport, integratorReportQueryWire } from '../../integrator/integrator-report.ts'
import { integratorPathWire } from '../../operator/integrator.ts'
import { exampleReport } from '../examples/integrators.ts'
import { answered, type OperationTable, parameters, withIds } from '../operation.ts'

/** What an integrator sees of its share. */
export const integratorOperations = withIds({
	getIntegratorReport: {
		method: 'get',
		path: '/integrators/{code}/report',
		tag: 'Trades',
		summary: 'An integrator’s share of the platform fee',
		description:
			'What its settled trades earned it and paid it, in total and one by one, newest first, in pages. Each trade names its transaction, so that the ledger shows the same. A revoked integrator still sees its report.',
		auth: 'integrator',
		pathParameters: parameters(integratorPathWire, { code: exampleReport.code }),
		query: parameters(integratorReportQueryWire, { limit: 100 }),
		answers: answered('One page.', IntegratorReport, exampleReport),
		errors: [],
	},
} satisfies OperationTable)
