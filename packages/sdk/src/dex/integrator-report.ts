import { IntegratorReport } from '@accord/protocol'
import { TradeApi, type TradeApiOptions } from '../transport/trade-api.ts'

/** Which page of a report: `limit` is 1 to 500, by default 100; `before` is the previous page's `next`. */
export type ReportOptions = { readonly limit?: number; readonly before?: string }

/**
 * What trades earned and paid an integrator, newest first, in pages; `apiKey` is the integrator's. Not for browsers, and
 * so no method of the client that they load.
 * @throws TradeError `unauthorized`
 */
export function integratorReport(
	api: TradeApiOptions,
	code: string,
	{ limit, before }: ReportOptions = {},
): Promise<IntegratorReport> {
	const query = new URLSearchParams({
		...(limit === undefined ? {} : { limit: String(limit) }),
		...(before === undefined ? {} : { before }),
	})
	const path = `/integrators/${encodeURIComponent(code)}/report`
	return new TradeApi(api).get(query.size === 0 ? path : `${path}?${query}`, IntegratorReport)
}
