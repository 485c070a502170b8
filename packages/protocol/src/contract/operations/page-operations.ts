import { PageInfo } from '../../service/service-info.ts'
import { answered, type OperationTable, withIds } from '../operation.ts'

/** The trading page and its settings. */
export const pageOperations = withIds({
	getPage: {
		method: 'get',
		path: '/',
		tag: 'Service',
		summary: 'The trading page',
		description: 'For browsers; an addition. Its files are below `/assets/`.',
		auth: 'none',
		answers: [
			{ status: 200, description: 'The page; it loads nothing from other hosts.', media: 'text/html' },
			{ status: 304, description: 'Unchanged since the browser loaded it.' },
		],
		errors: ['not_found'],
	},
	getPageInfo: {
		method: 'get',
		path: '/page.json',
		tag: 'Service',
		summary: 'The settings of the trading page',
		auth: 'none',
		answers: answered('Network and Gateway.', PageInfo, {
			network: 'simulator',
			network_id: 242,
			gateway_url: 'http://127.0.0.1:8481',
			play: true,
		}),
		errors: [],
	},
} satisfies OperationTable)
