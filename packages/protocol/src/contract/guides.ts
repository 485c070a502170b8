/** The guides that a service serves, by their file names in docs, in reading order. */
export const guides = {
	start: 'Start',
	dex: 'For DEXes',
	maker: 'For market makers',
	'maker-practice': 'Market making in practice',
	hedging: 'A maker that hedges',
	certify: 'Certify a maker',
	instamint: 'Minting on credit',
	solver: 'For solvers',
	sdk: 'The SDK',
	'by-hand': 'By hand, without our SDK',
	interface: 'The interface specification',
	ccxt: 'For bots that know CCXT',
	agents: 'For agents',
	'market-lists': 'Market lists',
	'best-execution': 'Best execution',
	'your-money': 'What can go wrong with my money',
	fees: 'Fees, and what a trade costs',
	limits: 'Limits',
	networks: 'Networks and addresses',
	errors: 'Errors',
	versioning: 'Versions',
	terminology: 'Terminology',
} as const

export type GuideName = keyof typeof guides
export const guideNames = Object.keys(guides) as [GuideName, ...GuideName[]]
