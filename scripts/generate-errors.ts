import { type ErrorCode, errorCodes, errorTable, TradeError, toJsonRpcError, toProblem } from '@accord/protocol'
import type { GeneratedFile } from './generated-files.ts'

/** The errors as a page for those who meet them, from the one table. */
export function generateErrors(): GeneratedFile {
	return { path: 'docs/errors.md', text: `${[preface(), ...errorCodes.map(row)].join('\n')}\n` }
}

const retries = { never: 'no', changed: 'when changed', later: 'later' }

function row(code: ErrorCode): string {
	const { httpStatus, jsonRpcCode, retry, title, meaning } = errorTable[code]
	return `| \`${code}\` | ${httpStatus} | ${jsonRpcCode} | ${retries[retry]} | **${title}.** ${meaning.replaceAll('|', '\\|')} |`
}

function preface(): string {
	return `<!-- Generated from packages/protocol/src/error/table by \`npm run generate\`: change the table, not this page. -->

# Errors

Every refusal has one code from the table below, the same on every interface. Go by the code: titles and details may
change.

REST answers with an RFC 9457 problem document (\`application/problem+json\`); \`POST /trade/orders\` adds
\`"success": false\`. Members that are not shown here, such as \`largest_amount\`, belong to one code.

\`\`\`json
${json(toProblem(example, { instance: '/trade/orders', requestId: 'req-1' }))}
\`\`\`

The Flash Liquidity API answers with a JSON-RPC error whose \`data\` is the same document. A refused notification has no
answer: the service sends the notification \`platform.error\` with \`method\`, \`code\`, \`message\` and \`data\`.

\`\`\`json
${json(toJsonRpcError(example, { instance: 'platform.fills.fill' }))}
\`\`\`

- \`errors\` lists everything that was found wrong, by JSON pointer or by the index of the manifest's instruction, with
  what was expected and what was found.
- When several rules are broken, the code that stands first in the table is reported.
- **Again?** says whether the same request can succeed: no, only when it is changed, or later. 429 and 503 carry
  \`Retry-After\`.
- JSON-RPC codes are the standard's own, -32000 to -32099 for the transport, and 1000 upwards for the trade.

| Code | HTTP | JSON-RPC | Again? | Meaning |
|---|---|---|---|---|`
}

const example = TradeError.fromViolations([
	{ code: 'fee_too_low', item: { instruction: 5, expected: 'at least 0.1', found: '0.09' } },
])

function json(value: unknown): string {
	return JSON.stringify(value, null, 2)
}
