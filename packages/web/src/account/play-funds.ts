/** What a fresh play account is given, by symbol. */
const funds: Readonly<Record<string, string>> = {
	XRD: '10000',
	xUSDC: '1000',
	xUSDT: '1000',
	xwBTC: '0.02',
	xETH: '0.4',
}

/** The amounts to ask the local network's treasury for: of the tokens that are traded, those that it is known to give. */
export function playFunds(symbols: readonly string[]): { symbol: string; amount: string }[] {
	return symbols.flatMap(symbol => {
		const amount = funds[symbol]
		return amount === undefined ? [] : [{ symbol, amount }]
	})
}
