import { problemWire } from '@accord/protocol'
import type { TestNetwork } from '../../network/test-network.ts'
import { askTrade } from '../../network/trade-request.ts'

/** What somebody does wrong, by name: it, and the whole text with which it is answered. */
export type Mistakes = Readonly<Record<string, readonly [make: () => unknown, text: string]>>

/** A value that the types do not allow: what plain JavaScript passes. */
export const js = (value: unknown): never => value as never

type Asked = { method?: string; body?: unknown; headers?: Record<string, string> }

/** A request over plain HTTP: status, code and detail of its refusal. */
export async function refusalOf(
	network: Pick<TestNetwork, 'service'>,
	path: string,
	asked: Asked = {},
): Promise<string> {
	const { status, body } = await askTrade(network, path, asked)
	const { code, detail } = problemWire.parse(body)
	return `${status} ${code}: ${detail}`
}

/** Makes each mistake in turn; the texts by name, with what differs from run to run in angle brackets. */
export async function textsOf(mistakes: Mistakes): Promise<Record<string, string>> {
	const texts: Record<string, string> = {}
	for (const [what, [make]] of Object.entries(mistakes)) texts[what] = withoutChance(await textOf(make))
	return texts
}

async function textOf(make: () => unknown): Promise<string> {
	try {
		return String(await make())
	} catch (error) {
		return String(error)
	}
}

function withoutChance(text: string): string {
	return text
		.replace(/\b1[789]\d{11}\b/g, '<milliseconds>')
		.replace(/\b1[789]\d{8}\b/g, '<seconds>')
		.replace(/\b\d+ s too (early|late)/, '<n> s too $1')
		.replace(/\blog is [0-9a-z]{12}\b/, 'log is <incarnation>')
}
