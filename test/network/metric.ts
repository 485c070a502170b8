import type { TestNetwork } from './test-network.ts'

/** A metric without labels, or with these, as the operator's port shows it; 0 if absent. */
export async function metricOf({ service }: Pick<TestNetwork, 'service'>, name: string): Promise<number> {
	const text = await (await fetch(`${service.operatorUrl}/metrics`)).text()
	const line = text.split('\n').find(found => found.startsWith(`${name} `))
	return Number(line?.split(' ').at(-1) ?? 0)
}
