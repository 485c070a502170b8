import { dirname, join, resolve } from 'node:path'
import { keyPairFromPrivateKey, wallClock } from '@accord/ledger'
import type { NetworkFile } from '@accord/protocol'
import type { Command } from 'commander'
import type { Context } from './context.ts'
import { UsageError } from './errors.ts'
import { type NetworkPlace, networkFileOf, readNetworkFile, withNetworkOptions } from './network/network-file.ts'

type HedgeArguments = NetworkPlace & { maker?: string; state?: string }

/** `accord hedge`: a maker that quotes around a venue's prices and hedges every fill there. */
export function addHedgeCommand(program: Command, { terminal, env, exit }: Context): void {
	const command = program
		.command('hedge')
		.description('make a market around the prices of another venue, and hedge every fill there')
		.argument('<settings>', 'a JSON file: the pair, the venue, widths and bounds')
	withNetworkOptions(command)
		.option('--maker <name>', 'which maker of network.json (default: the first that is not a bot)')
		.option('--state <directory>', 'where it keeps its journal (default: hedge, beside network.json)')
		.addHelpText('after', '\nExample:\n  accord hedge examples/hedge.json')
		.action(async (settingsFile: string, given: HedgeArguments) => {
			// Loaded only now, because no other command needs them.
			const { loadVenue, readHedgeSettings, RecordedVenue, startHedgingMaker } = await import('@accord/bots')
			const settings = readHedgeSettings(settingsFile)
			const path = networkFileOf(given, env)
			const network = readNetworkFile(path)
			const maker = makerOf(network, given.maker)
			const directory = given.state === undefined ? join(dirname(path), 'hedge') : resolve(given.state)
			const venue =
				'recorded' in settings.venue
					? new RecordedVenue(settings.venue.recorded, { accountFile: join(directory, 'venue.json') })
					: await loadVenue(settings.venue.exchange, credentialsOf(env))
			const hedging = await startHedgingMaker({
				...network,
				...{ account: maker.address, apiKey: maker.apiKey, keyPair: keyPairFromPrivateKey(maker) },
				...{ settings, venue, directory, clock: wallClock },
				log: { info: terminal.print, warn: terminal.note },
			})
			const { base, quote } = settings.pair
			terminal.print(`quotes ${base}/${quote} as ${maker.name}, hedges ${settings.symbol} at ${venue.id}`)
			const asked = new Promise<string>(done => {
				for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done(''))
			})
			const reason = await Promise.race([asked, hedging.broken])
			await hedging.stop()
			if (reason !== '') exit(1)
		})
}

/** @throws UsageError naming the makers that there are */
function makerOf({ makers }: NetworkFile, name: string | undefined): NetworkFile['makers'][number] {
	const maker = makers.find(each => (name === undefined ? !each.bot : each.name === name))
	if (maker !== undefined) return maker
	const names = makers.map(each => each.name).join(', ')
	throw new UsageError(`network.json has no maker ${name ?? 'that is not a bot'}; its makers are: ${names || 'none'}`)
}

/** From the environment only: arguments are visible to other users of the machine. */
function credentialsOf(env: NodeJS.ProcessEnv) {
	const { ACCORD_VENUE_API_KEY: apiKey, ACCORD_VENUE_SECRET: secret, ACCORD_VENUE_PASSWORD: password } = env
	return {
		...(apiKey !== undefined && { apiKey }),
		...(secret !== undefined && { secret }),
		...(password !== undefined && { password }),
	}
}
