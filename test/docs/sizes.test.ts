import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (page: string) => readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8')

test('the table of sizes follows from the benchmarks', () => {
	const measured = /^\| (\d) nodes?, (one pair|20 pairs), 64 in flight *\|(.*)\|$/gm
	const [, rates = '', costs = ''] =
		/### cluster([\s\S]*?)\n\| a trade([\s\S]*?)\n###/.exec(read('project/benchmarks.md')) ?? []
	const expected = [...costs.matchAll(measured)].map(([, nodes, pairs, cells = '']) => {
		const [, , rate = ''] =
			new RegExp(`^\\| ${nodes} nodes?, (${pairs}), 64 in flight *\\| ([\\d.]+)`, 'm').exec(rates) ?? []
		const [service = '', postgres = '', , , syncs = ''] = cells.split('|').map(cell => cell.trim().replace(' ms', ''))
		const perSecond = (each: string) => Number(rate) * Number(each)
		const with_ = `${nodes} ${nodes === '1' ? 'node' : 'nodes'}, ${pairs?.replace('one', '1')}`
		const processors = [service, postgres].map(ms => (perSecond(ms) / 1_000).toFixed(2))
		return [Number(rate).toFixed(0), with_, ...processors, perSecond(syncs).toFixed(0)].join(' | ')
	})
	assert.equal(expected.length, 4)
	const printed = [...read('operate/servers.md').matchAll(/^\| (\d+ \| \d nodes?, .*) \|$/gm)].map(([, row]) => row)
	assert.deepEqual(printed, expected)
})
