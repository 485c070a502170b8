import { Decimal } from '@accord/protocol'
import { describeError } from '../../packages/cli/src/errors.ts'
import { runTrade } from '../../packages/cli/src/trade/run-trade.ts'

// Trades with the command, or with the example, on one network file after the other, in one process: a test lies to each
// of them otherwise. Prints the file before what the trade prints.

const [kind, ...files] = process.argv.slice(2)
const example = new URL('../../examples/dex.mjs', import.meta.url)

for (const file of files) {
	console.log(`== ${file}`)
	if (kind === 'command') await trade(file)
	else await runExample(file)
}

async function trade(networkFile: string): Promise<void> {
	const swap = { sell: { symbol: 'XRD', amount: Decimal.fromInteger(100) }, buy: 'xUSDC' }
	const bounds = { slippage: undefined, largeSlippage: false, atLeast: Decimal.parse('4.5'), atMost: undefined }
	await runTrade({ swap, networkFile, user: '1', ...bounds })
}

/** The example is read again each time, with another argument. */
async function runExample(file: string): Promise<void> {
	process.argv[2] = file
	try {
		await import(`${example.href}?${encodeURIComponent(file)}`)
	} catch (error) {
		for (const line of describeError(error)) console.log(line)
	}
}

process.exitCode = 0
