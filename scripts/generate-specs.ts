import { asyncApi, openApi, openRpc, operatorOpenApi } from '@accord/protocol/contract'
import type { GeneratedFile } from './generated-files.ts'

/** The interfaces as machine-readable documents, from the contract's single table. */
export function generateSpecs(): GeneratedFile[] {
	return [
		document('openapi', openApi()),
		document('operator', operatorOpenApi()),
		document('asyncapi', asyncApi()),
		document('openrpc', openRpc()),
	]
}

function document(name: string, content: unknown): GeneratedFile {
	return { path: `docs/api/${name}.json`, text: `${JSON.stringify(content, null, '\t')}\n` }
}
