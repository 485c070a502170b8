import { pageInfoWire } from '../../wire/service-api.ts'
import { type OperationTable, sample, withIds } from '../operation.ts'

/** The trading page, and what it is told. */
export const pageOperations = withIds({
	getPage: {
		method: 'get',
		path: '/',
		tag: 'Service',
		summary: 'The trading page',
		description: 'For people, in a browser; an addition. What it loads lies below `/assets/`.',
		auth: 'none',
		answers: [
			{ status: 200, description: 'The page; it loads nothing from elsewhere.', media: 'text/html' },
			{ status: 304, description: 'It is still the one that the browser has.' },
		],
		errors: ['not_found'],
	},
	getPageInfo: {
		method: 'get',
		path: '/page.json',
		tag: 'Service',
		summary: 'What the trading page is told of its surroundings',
		auth: 'none',
		answers: [
			{
				status: 200,
				description: 'Network and Gateway.',
				body: sample(pageInfoWire, {
					network: 'simulator',
					network_id: 242,
					gateway_url: 'http://127.0.0.1:8481',
					play: true,
				}),
			},
		],
		errors: [],
	},
} satisfies OperationTable)
