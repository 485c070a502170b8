/** What an account of the local network is given before its first trade, by symbol. */
export type Funds = Readonly<Record<string, string>>

export const userFunds: Funds = { XRD: '100000', xUSDC: '10000', xUSDT: '10000', xwBTC: '1', xETH: '10' }

export const makerFunds: Funds = { XRD: '50000000', xUSDC: '10000000', xUSDT: '5000000', xwBTC: '100', xETH: '1000' }

/** XRD for network fees, and some of every token, so that the solver's own vaults exist. */
export const solverFunds: Funds = { XRD: '100000', xUSDC: '100', xUSDT: '100', xwBTC: '0.01', xETH: '0.1' }

/** A little of every token, so that the vaults which receive platform fees exist and no order pays for a new one. */
export const serviceFunds: Funds = { XRD: '10', xUSDC: '1', xUSDT: '1', xwBTC: '0.0001', xETH: '0.001' }
