import {
	type ErrorCode,
	errorCodes,
	errorMeanings,
	errorTable,
	TradeError,
	toJsonRpcError,
	toProblem,
} from '@accord/protocol'
import type { GeneratedFile } from './generated-files.ts'

/** docs/errors.md, from the error table. */
export function generateErrors(): GeneratedFile {
	return { path: 'docs/errors.md', text: `${[preface(), ...errorCodes.map(row)].join('\n')}\n` }
}

const retries = { never: 'no', changed: 'when changed', later: 'later' }

function row(code: ErrorCode): string {
	const { httpStatus, jsonRpcCode, retry, title } = errorTable[code]
	return `| \`${code}\` | ${httpStatus} | ${jsonRpcCode} | ${retries[retry]} | **${title}.** ${errorMeanings[code].replaceAll('|', '\\|')} |`
}

function preface(): string {
	const { code, message } = toJsonRpcError(example)
	const jsonRpcText = JSON.stringify({ code, message, data: '…' })
	return `<!-- Generated from packages/protocol/src/error/table by \`npm run generate\`: change the table, not this page. -->

# Errors

Every error has a code from the table below, the same on every interface. Rely on the code: titles and details may change.

REST endpoints return an RFC 9457 problem document (\`application/problem+json\`). \`POST /trade/orders\` adds
\`"success": false\`, and some codes add members of their own, such as \`largest_amount\`.

\`\`\`json
${json(toProblem(example, { instance: '/trade/orders', requestId: 'req-1' }))}
\`\`\`

The Flash Liquidity API returns a JSON-RPC error, \`${jsonRpcText}\`, with the same document as its \`data\`. A notification
has no response, so when one is refused the service sends the notification \`platform.error\` with \`method\`, \`code\`,
\`message\` and \`data\`.

- \`errors\` lists every violation: its JSON pointer or the index of the manifest's instruction, what was expected and
  what was found.
- When several rules are broken, the code that comes first in the table is returned.
- **Retry?** says whether the request can succeed when it is sent again: no, only when changed, or later. 429 and 503
  carry \`Retry-After\`.
- JSON-RPC codes are the standard ones, -32000 to -32099 for transport errors, and 1000 and above for trading errors.

| Code | HTTP | JSON-RPC | Retry? | Meaning |
|---|---|---|---|---|`
}

const example = TradeError.fromViolations([
	{ code: 'fee_too_low', item: { instruction: 5, expected: 'at least 0.1', found: '0.09' } },
])

function json(value: unknown): string {
	return JSON.stringify(value, null, 2)
}
