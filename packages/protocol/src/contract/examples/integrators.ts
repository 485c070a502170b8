import type { IntegratorReport } from '../../integrator/integrator-report.ts'
import type { WireOf } from '../../message.ts'
import type { Integrator } from '../../operator/integrator.ts'
import { exampleAccount, exampleTime } from './market.ts'
import { exampleTrade } from './trades.ts'

const shown: Omit<WireOf<typeof IntegratorReport>, 'trades'> = {
	code: 'northern-dex',
	account: exampleAccount,
	share: '0.2',
	state: 'valid',
	balances: [{ symbol: 'XRD', earned: '12.42', paid: '12.4', owed: '0.02' }],
}

export const exampleReport: WireOf<typeof IntegratorReport> = {
	...shown,
	trades: [
		{
			subintent_id: exampleTrade.subintent_id,
			transaction_id: exampleTrade.transaction_id,
			settled_at_ms: exampleTrade.settled_at_ms,
			symbol: 'XRD',
			platform_fee: '0.1',
			earned: '0.02',
			paid: '0.08',
			account: exampleAccount,
		},
	],
}

export const exampleIntegrator: WireOf<typeof Integrator> = {
	...shown,
	key_prefix: 'accord_integrator_Qe2r',
	created_at_ms: exampleTime.ms - 86_400_000,
}

export const exampleNewIntegrator = {
	...exampleIntegrator,
	balances: [],
	created_at_ms: exampleTime.ms,
	api_key: 'accord_integrator_Qe2rJfXo0nY5kLb8vCz1sPd4gAu6iKx9tMqR3whT7Wm',
}
