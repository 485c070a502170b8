import { UsageError } from '../exit-codes.ts'
import type { OperatorClient } from '../operator/operator-client.ts'

const shownLength = 8
const lookedThrough = 500

/** What tells an id apart at a glance: the first characters after its network. */
export function shortId(id: string): string {
	const at = id.indexOf('1')
	return at === -1 ? id : id.slice(at + 1, at + 1 + shownLength)
}

/** The whole id of an order given by it, or by how it begins among the newest. @throws UsageError when none or several do */
export async function findOrderId(client: OperatorClient, wanted: string): Promise<string> {
	if (wanted.includes('_')) return wanted
	const { orders } = await client.orders({ limit: lookedThrough })
	const found = orders.map(order => order.subintent_id).filter(id => id.slice(id.indexOf('1') + 1).startsWith(wanted))
	const [first, ...others] = found
	if (first === undefined) throw new UsageError(`none of the newest ${lookedThrough} orders begins with '${wanted}'`)
	if (others.length === 0) return first
	throw new UsageError(`several orders begin with '${wanted}': ${found.join(', ')}`)
}
