import { Decimal, type ResourceAmount, simulatorNetworkId } from '@accord/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isAccountAddress } from '../../codec.ts'
import type { Treasury } from '../treasury.ts'
import { GatewayRefusal } from './gateway-refusal.ts'
import type { GatewayServerOptions } from './gateway-server-options.ts'

type FundRequest = { address: string; amounts: FundAmount[] }
type FundAmount = { symbol?: string; resource_address?: string; amount: string }

const fundRequest = {
	type: 'object',
	required: ['address', 'amounts'],
	additionalProperties: false,
	properties: {
		address: { type: 'string' },
		amounts: {
			type: 'array',
			minItems: 1,
			maxItems: 20,
			items: {
				type: 'object',
				required: ['amount'],
				additionalProperties: false,
				properties: {
					symbol: { type: 'string' },
					resource_address: { type: 'string' },
					amount: { type: 'string' },
				},
			},
		},
	},
} as const

/**
 * `/local/fund`: amounts from the treasury for any account, on the simulator network only. A real Gateway has no such
 * endpoint.
 */
export function registerLocalFund(server: FastifyInstance, options: GatewayServerOptions): void {
	const { ledger, treasury, pageOrigins = [] } = options
	if (ledger.networkId !== simulatorNetworkId) return
	server.post<{ Body: FundRequest }>(
		'/local/fund',
		{ schema: { body: fundRequest }, onRequest: async request => requireOwnPage(request, pageOrigins) },
		async ({ body }) => {
			if (!isAccountAddress(body.address, ledger.networkId))
				throw invalid('address', 'is not an account of this network')
			const amounts = body.amounts.map((amount, n) => readAmount(treasury, amount, `amounts[${n}]`))
			const { transactionId } = treasury.fund(body.address, amounts)
			return { transaction_id: transactionId }
		},
	)
}

/** Keeps out pages of other sites, even if their own hostname resolves to this host. */
function requireOwnPage(request: FastifyRequest, pageOrigins: readonly string[]): void {
	const { host = '', origin } = request.headers
	const hostname = URL.parse(`http://${host}`)?.hostname ?? ''
	const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
	if (isLocal && (origin === undefined || pageOrigins.includes(origin))) return
	throw new GatewayRefusal(403, 'Only the local network’s own page may request funds', {
		type: 'InvalidRequestError',
		validation_errors: [{ path: '', errors: [`origin ${origin ?? 'none'}, host ${host}`] }],
	})
}

function readAmount(
	treasury: Treasury,
	{ symbol, resource_address, amount }: FundAmount,
	path: string,
): ResourceAmount {
	const token = treasury.tokens.find(
		({ symbol: known, resourceAddress }) => known === symbol || resourceAddress === resource_address,
	)
	if (token === undefined) throw invalid(path, 'is not a token of the local network')
	const value = Decimal.tryParse(amount)
	if (value === undefined || !Decimal.isPositive(value) || !Decimal.fits(value, token.divisibility))
		throw invalid(path, `is not a positive amount of ${token.symbol} with at most ${token.divisibility} decimal places`)
	return { resource: token.resourceAddress, amount: value }
}

function invalid(path: string, error: string): GatewayRefusal {
	return GatewayRefusal.invalidRequest([{ path, errors: [error] }])
}
