import { isDeepStrictEqual } from 'node:util'
import type { FillExecution, WireOf } from '@accord/protocol'
import { assertWhole, FillLog } from '../network/fill-log.ts'
import { until } from '../network/until.ts'
import type { FaultNetwork } from './fault-network.ts'
import type { FaultMaker } from './maker.ts'

/**
 * Every maker's log runs from 1 to n without a hole, and each fill starts and completes once. It is the same through
 * every node and as read during the faults, and has every acknowledged fill.
 */
export async function checkLogs(network: FaultNetwork, makers: readonly FaultMaker[]): Promise<string[]> {
	return (await Promise.all(makers.map(maker => checkLog(network, maker)))).flat()
}

async function checkLog({ nodes, database }: FaultNetwork, maker: FaultMaker): Promise<string[]> {
	const { name, apiKey } = maker.account
	const [row] = await database.query<{ last: number }>(
		`select last_sequence::int4 as last from maker where maker_id = '${name}'`,
	)
	const length = row?.last ?? 0
	const logs = await Promise.all(nodes.map(({ url = '' }) => readLog({ url, apiKey, length })))
	const [log = [], ...others] = logs
	const found = wholenessOf(log).map(reason => `the log of ${name} is not whole: ${reason}`)
	if (others.some(other => !isDeepStrictEqual(other, log))) found.push(`the log of ${name} differs between nodes`)
	await until('the maker’s own reading to catch up', () => maker.entries.length >= length).catch(() => undefined)
	const whole = log.map(inWords)
	for (const [place, reading] of maker.readings.entries()) {
		const read = reading.map(({ sequenceNumber, orderId, outcome }) => `${sequenceNumber} ${orderId} ${outcome}`)
		const then = place === maker.readings.length - 1 ? whole : whole.slice(0, read.length)
		if (!isDeepStrictEqual(read, then)) found.push(`${name} had read another log: ${firstDifference(read, then)}`)
	}
	const started = new Set(log.map(({ order_id }) => order_id))
	const missing = [...maker.filled].filter(id => !started.has(id))
	return [...found, ...missing.map(id => `the fill of ${id} by ${name} was acknowledged and is not in its log`)]
}

async function readLog(of: { url: string; apiKey: string; length: number }): Promise<WireOf<typeof FillExecution>[]> {
	const log = await FillLog.open({ flashUrl: `${of.url.replace(/^http/, 'ws')}/flash`, apiKey: of.apiKey })
	await until('the whole log', () => log.entries.length >= of.length).catch(() => undefined)
	log.close()
	return log.entries
}

function wholenessOf(log: readonly WireOf<typeof FillExecution>[]): string[] {
	try {
		assertWhole(log)
		return []
	} catch (error) {
		return [String(error).split('\n', 1).join()]
	}
}

function firstDifference(read: readonly string[], then: readonly string[]): string {
	const at = then.findIndex((entry, place) => entry !== read[place])
	const place = at === -1 ? then.length : at
	return `${read.length} entries of ${then.length}, ${read[place] ?? 'nothing'} where there is ${then[place] ?? 'nothing'}`
}

function inWords({ sequence_number, order_id, change }: WireOf<typeof FillExecution>): string {
	return `${sequence_number} ${order_id} ${'completed' in change ? change.completed.outcome : undefined}`
}
