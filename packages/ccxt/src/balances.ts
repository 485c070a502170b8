import { Decimal } from '@accord/protocol'

type Page = {
	readonly items: readonly { readonly resource_address: string; readonly amount: string }[]
	readonly next_cursor?: string | null
}
type Details = { readonly items: readonly { readonly fungible_resources?: Page }[] }

/** More pages than an account of a trader has. */
const pagesMax = 50

/** What an account holds, by resource address, according to a Gateway. @throws Error when it does not answer */
export async function gatewayBalances(gatewayUrl: string, account: string): Promise<ReadonlyMap<string, Decimal>> {
	const ask = async <Answer>(path: string, body: object): Promise<Answer> => {
		const headers = { 'content-type': 'application/json' }
		const answer = await fetch(`${gatewayUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
		if (!answer.ok) throw new Error(`the Gateway answered ${answer.status} to ${path}`)
		return (await answer.json()) as Answer
	}
	const request = { addresses: [account], aggregation_level: 'Global' }
	const { items } = await ask<Details>('/state/entity/details', request)
	const balances = new Map<string, Decimal>()
	let page = items[0]?.fungible_resources
	for (let read = 1; page !== undefined; read++) {
		for (const { resource_address, amount } of page.items) balances.set(resource_address, Decimal.parse(amount))
		const cursor = page.next_cursor
		if (typeof cursor !== 'string') break
		if (read === pagesMax) throw new Error(`the account holds more than ${balances.size} tokens`)
		page = await ask<Page>('/state/entity/page/fungibles/', { address: account, cursor })
	}
	return balances
}
