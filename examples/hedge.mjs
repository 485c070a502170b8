// The hedging maker on the running local network, at a recorded venue: one trade each way, and their hedges.
// node hedge.mjs [network.json]
import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const { ACCORD_NETWORK, ACCORD_DATA = '.accord' } = process.env
const file = process.argv[2] ?? ACCORD_NETWORK ?? `${ACCORD_DATA}/network.json`
const accord = fileURLToPath(new URL('../packages/cli/bin/accord.cjs', import.meta.url))
const settings = fileURLToPath(new URL('hedge.json', import.meta.url))

const maker = spawn(process.execPath, [accord, 'hedge', settings, '--network', file], {
	stdio: ['ignore', 'pipe', 'inherit'],
})
const lines = createInterface({ input: maker.stdout })[Symbol.asyncIterator]()
const printed = async text => {
	for (;;) {
		const { value, done } = await lines.next()
		if (done) process.exit(1)
		console.log(value)
		if (value.startsWith(text)) return
	}
}
const trade = (...sides) => {
	const { status } = spawnSync(process.execPath, [accord, 'trade', ...sides, '--network', file], { stdio: 'inherit' })
	if (status !== 0) throw new Error('the trade did not settle')
}

try {
	await printed('quotes')
	trade('--sell', '100 XRD', '--buy', 'xUSDC')
	await printed('hedged: sold')
	trade('--sell', 'xUSDC', '--buy', '100 XRD')
	await printed('hedged: bought')
} finally {
	maker.kill()
}
