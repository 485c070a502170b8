import { commitStatusRequest, committedRequest, type GatewayRequest } from '../session/gateway.ts'

/** Commands that make the same requests without this page. */
export type CurlCommand = { readonly title: string; readonly command: string }

type Asked = {
	readonly origin: string
	readonly gatewayUrl: string
	readonly subintentId: string
	readonly transactionIds: readonly string[]
}

/** The service's account of a trade with its bytes, and the Gateway's account of each transaction that settled it. */
export function curlCommands({ origin, gatewayUrl, subintentId, transactionIds }: Asked): CurlCommand[] {
	const asks = (title: string, [path, body]: GatewayRequest): CurlCommand => ({
		title,
		command: `curl -fsS ${quoted(gatewayUrl + path)} -H 'content-type: application/json' -d ${quoted(JSON.stringify(body))}`,
	})
	return [
		{
			title: 'What the service says, with all signed bytes',
			command: `curl -fsS ${quoted(`${origin}/trade/trades/${encodeURIComponent(subintentId)}`)}`,
		},
		...transactionIds.flatMap(id => [
			asks('Whether the ledger committed it', commitStatusRequest(id)),
			asks('The committed bytes and all balance changes', committedRequest(id)),
		]),
	]
}

/** Quotes one word for a shell, whatever it contains, because the service chose parts of it. */
function quoted(text: string): string {
	return `'${text.replaceAll("'", `'\\''`)}'`
}
