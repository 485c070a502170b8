// What the local network uses where its configuration says nothing. Any other network must name its own.

/** Price of each token in xUSDC. */
export const localPrices: Readonly<Record<string, string>> = {
	XRD: '0.05',
	xUSDC: '1',
	xUSDT: '1',
	xwBTC: '60000',
	xETH: '3000',
}

/** Platform fees by account level. */
export const localLevels: readonly { taker_fee: string; maker_fee: string }[] = [
	{ taker_fee: '0.001', maker_fee: '0' },
	{ taker_fee: '0.0005', maker_fee: '0' },
	{ taker_fee: '0.0002', maker_fee: '0' },
]
