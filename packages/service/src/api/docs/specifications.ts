/** The descriptions of the interfaces, as they are served. */
export type Specifications = Readonly<Record<'openapi' | 'asyncapi' | 'openrpc', Buffer>>

/** Writes all three from the contract, which a service that nobody asks for them never loads. */
export async function loadSpecifications(): Promise<Specifications> {
	const { asyncApi, openApi, openRpc } = await import('@accord/protocol/contract')
	return { openapi: json(openApi()), asyncapi: json(asyncApi()), openrpc: json(openRpc()) }
}

function json(document: unknown): Buffer {
	return Buffer.from(JSON.stringify(document))
}
