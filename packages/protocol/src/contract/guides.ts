/** The guides that a service serves, by the names of their files in docs, in the order of reading. */
export const guides = {
	start: 'Start',
	dex: 'For DEXes',
	maker: 'For market makers',
	'maker-practice': 'Market making in practice',
	instamint: 'Minting on credit',
	solver: 'For solvers',
	sdk: 'The SDK',
	'by-hand': 'By hand, without our SDK',
	interface: 'The interface specification',
	fees: 'Fees, and what a trade costs',
	limits: 'Limits',
	networks: 'Networks and addresses',
	errors: 'Errors',
	versioning: 'Versions',
	terminology: 'Terminology',
} as const

export type GuideName = keyof typeof guides
export const guideNames = Object.keys(guides) as [GuideName, ...GuideName[]]
