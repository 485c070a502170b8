/** The guides that a service serves, by their file names in docs, in reading order. */
export const guides = {
	start: 'Start',
	faq: 'Questions that newcomers ask',
	'your-money': 'What can go wrong with my money',
	page: 'The trading page',
	fees: 'Fees, and what a trade costs',
	'best-execution': 'Best execution',
	dex: 'For DEXes',
	embed: 'The swap in your own page',
	'market-lists': 'Market lists',
	maker: 'For market makers',
	'maker-practice': 'Market making in practice',
	hedging: 'A maker that hedges',
	certify: 'Certify a maker',
	instamint: 'Minting on credit',
	solver: 'For solvers',
	sdk: 'The SDK',
	'by-hand': 'By hand, without our SDK',
	ccxt: 'For bots that know CCXT',
	agents: 'For agents',
	interface: 'The interface specification',
	limits: 'Limits',
	networks: 'Networks and addresses',
	errors: 'Errors',
	versioning: 'Versions and supported systems',
	terminology: 'Terminology',
} as const

export type GuideName = keyof typeof guides
export const guideNames = Object.keys(guides) as [GuideName, ...GuideName[]]
