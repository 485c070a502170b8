import { type GatewayClient, GatewayError, type TokenInfo } from '@accord/ledger'
import { type Token, visibleLine } from '@accord/protocol'

// The guarantee: a configured symbol is the one that the token's issuer gave it on the ledger, so an order that says xUSDC
// trades the resource named xUSDC.

/** What contradicts the ledger in a list of tokens, one line each, and the symbols that nothing on the ledger confirms. */
export type TokenFindings = { readonly faults: readonly string[]; readonly unconfirmed: readonly string[] }

/**
 * Compares tokens with their resources on the ledger.
 * @throws GatewayError if the Gateway cannot be asked
 */
export async function checkTokens(
	gateway: Pick<GatewayClient, 'tokenInfo'>,
	tokens: readonly Token[],
): Promise<TokenFindings> {
	const found = await Promise.all(
		tokens.map(async token => ({ token, found: await foundAs(gateway, token.resourceAddress) })),
	)
	return {
		faults: found.flatMap(({ token, found }) =>
			typeof found === 'string' ? [`${token.symbol} (${token.resourceAddress}): ${found}`] : faultsOf(token, found),
		),
		unconfirmed: found.flatMap(({ token, found }) =>
			typeof found !== 'string' && found.symbol === undefined ? [token.symbol] : [],
		),
	}
}

/** The resource at an address; a text if it is not a token. */
async function foundAs(gateway: Pick<GatewayClient, 'tokenInfo'>, address: string): Promise<TokenInfo | string> {
	try {
		const [found] = await gateway.tokenInfo([address])
		return found ?? 'not on the ledger'
	} catch (error) {
		if (error instanceof GatewayError && error.kind === 'not_found') return 'not on the ledger'
		if (error instanceof GatewayError && error.kind === 'bad_request') return 'not a fungible resource'
		throw error
	}
}

/** A resource without a symbol of its own contradicts none. */
function faultsOf({ symbol, divisibility, resourceAddress }: Token, found: TokenInfo): string[] {
	const name = `${symbol} (${resourceAddress})`
	const own = found.symbol ?? symbol
	return [
		...(own === symbol ? [] : [`${name} has the symbol ${visibleLine(own)} on the ledger`]),
		...(found.divisibility === divisibility
			? []
			: [`${name} has ${found.divisibility} decimal places on the ledger, not ${divisibility}`]),
	]
}
