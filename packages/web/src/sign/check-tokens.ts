import { type Token, UnsignableError } from '@accord/protocol'
import type { Gateway } from '../session/gateway.ts'
import { PageError } from './page-error.ts'

/**
 * Compares what the service says of tokens that are traded for the first time with what the ledger itself says of their
 * resources.
 * @throws UnsignableError naming the first difference, PageError if the ledger's Gateway does not answer
 */
export async function checkTokens(gateway: Pick<Gateway, 'resources'>, tokens: readonly Token[]): Promise<void> {
	if (tokens.length === 0) return
	const addresses = tokens.map(({ resourceAddress }) => resourceAddress)
	const resources = await gateway.resources(addresses).catch(cause => {
		throw new PageError('The ledger’s Gateway did not answer, so the tokens could not be checked. Try again.', {
			cause,
		})
	})
	for (const { symbol, divisibility, resourceAddress } of tokens) {
		const is = resources.get(resourceAddress)
		const named = (found: string) => new UnsignableError('unknown_token', `${symbol} is ${resourceAddress}, ${found}`)
		if (is === undefined) throw named('which the ledger does not know')
		if (is.symbol !== symbol) throw named(`whose symbol on the ledger is ${is.symbol ?? 'none'}`)
		if (is.divisibility !== divisibility) throw named(`which has ${is.divisibility} decimals, not ${divisibility}`)
	}
}
