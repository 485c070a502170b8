import { InstamintChange, InstamintPrices, OperatorInstamint, SeenRepayment } from '@accord/protocol'
import type { OperatorClient } from './operator-client.ts'

const path = '/operator/instamint'

/** The component that lets makers mint on credit, one function per operation. Each throws as {@link OperatorClient} does. */
export function instamintRequests(client: OperatorClient) {
	const change = (method: 'POST' | 'PUT', name: string, body: unknown): Promise<InstamintChange> =>
		client.call({ method, path: `${path}/${name}`, message: InstamintChange, body })
	return {
		overview: (): Promise<OperatorInstamint> => client.call({ method: 'GET', path, message: OperatorInstamint }),
		addCustomer: (account: string, allowanceXrd: string) =>
			change('POST', 'customers', { account, allowance_xrd: allowanceXrd }),
		setAllowance: (customerId: number, allowanceXrd: string) =>
			change('PUT', 'allowance', { customer_id: customerId, allowance_xrd: allowanceXrd }),
		setPrices: (prices: InstamintPrices) => change('PUT', 'prices', InstamintPrices.format(prices)),
		pause: (customerId: number | undefined) => change('POST', 'pause', { customer_id: customerId }),
		resume: (customerId: number | undefined) => change('POST', 'resume', { customer_id: customerId }),
		reconcile: (repayment: SeenRepayment) => change('POST', 'reconcile', SeenRepayment.format(repayment)),
	}
}
