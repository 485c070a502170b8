import { type AskedOrigin, guideNames, guides } from '@accord/protocol/contract'

/** What language models should read about this service, in the form of llmstxt.org, with links to the requested host. */
export function llmsText(origin: AskedOrigin | undefined): string {
	const at = origin === undefined ? '' : `${origin.scheme}://${origin.host}`
	const link = (path: string, title: string, about: string) => `- [${title}](${at}${path}): ${about}`
	return [
		'# Accord',
		'',
		'> Trading on the Radix ledger by signed intents: a user signs what they sell and the least they accept, market makers answer, and one ledger transaction settles both or nothing.',
		'',
		'Prices are quote per base. Amounts and prices are decimal strings: do not read them as floating point. Every refusal has a `code`. The service never holds keys or funds, and only its user’s own wallet can sign an order. Agents can use `accord mcp`, a server of the Model Context Protocol that reads, quotes and checks.',
		'',
		'## Documents',
		'',
		link('/openapi.json', 'Trade API', 'OpenAPI 3.1; reading, quoting and submitting take no key'),
		link('/asyncapi.json', 'Both WebSockets', 'AsyncAPI 3, for makers and solvers'),
		link('/openrpc.json', 'Flash Liquidity API', 'OpenRPC, for makers'),
		link('/docs/vectors.json', 'Test vectors', 'orders and fills from manifest to signed bytes'),
		'',
		'## Data',
		'',
		link('/trade/tokens', 'Tokens', 'resource addresses and decimals'),
		link('/trade/token_pairs', 'Pairs', 'what can be traded'),
		link('/limits', 'Limits', 'every limit that a client can run into'),
		'',
		'## Guides',
		'',
		...guideNames.map(name => link(`/docs/markdown/${name}`, guides[name], `docs/${name}.md`)),
		'',
	].join('\n')
}
