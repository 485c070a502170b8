import type { Command } from 'commander'
import { parseWholeNumber } from '../arguments.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { dataDirectoryOf } from './network-file.ts'
import type { Bot, NetworkOptions } from './start-network.ts'

/** `accord network`, which `npm start` runs. */
export function addNetworkCommand(program: Command, { env, exit }: Context): void {
	program
		.command('network')
		.description('run a ledger, the service, a market maker and a solver on this machine until Ctrl-C')
		.option('--data <directory>', 'where the ledger and the database are stored (ACCORD_DATA, default .accord)')
		.option(
			'--port <number>',
			'port of the three APIs; the Gateway API and the operator API use the next two (ACCORD_PORT, default 8480)',
		)
		.option('--users <number>', 'number of funded users (ACCORD_USERS, default 20)')
		.option('--reset', 'start with an empty ledger and database')
		.option('--without <bots>', "leave out 'maker', 'solver' or both (comma-separated), to run your own")
		.option('--plain', 'log lines only: no list of accounts and keys, no live view')
		.option('--still', 'the reference maker’s prices stay the same instead of walking at random (ACCORD_STILL)')
		.option('--seed <number>', 'seed of that walk: the same one gives the same prices (ACCORD_PRICE_SEED, default 1)')
		.action(async (given: NetworkArguments) => {
			const options = networkOptions(given, env)
			const [{ runNetwork }, { startNetwork }] = await Promise.all([
				import('./run-network.ts'),
				import('./start-network.ts'),
			])
			exit(await runNetwork(options, control => startNetwork(options, control)))
		})
}

/** What commander parsed from the command line. */
type NetworkArguments = {
	data?: string
	port?: string
	users?: string
	reset?: boolean
	without?: string
	plain?: boolean
	still?: boolean
	seed?: string
}

export const usersMax = 100

/** The options of `accord network`: the command line, then `ACCORD_*`, then the defaults. @throws UsageError naming the option */
export function networkOptions(given: NetworkArguments, env: NodeJS.ProcessEnv): NetworkOptions {
	return {
		dataDirectory: dataDirectoryOf(given, env),
		port: parseWholeNumber('--port', given.port ?? env.ACCORD_PORT ?? '8480', { min: 1, max: 65_533 }),
		users: parseWholeNumber('--users', given.users ?? env.ACCORD_USERS ?? '20', { min: 1, max: usersMax }),
		reset: given.reset ?? isOn(env.ACCORD_RESET),
		without: parseBots(given.without ?? env.ACCORD_WITHOUT ?? ''),
		plain: given.plain ?? isOn(env.ACCORD_PLAIN),
		walkSeed: walkSeedOf({
			isStill: given.still ?? isOn(env.ACCORD_STILL),
			seed: given.seed ?? env.ACCORD_PRICE_SEED ?? '1',
		}),
	}
}

/** The seed of the price walk; undefined for constant prices. @throws UsageError for an invalid seed, even if none is used */
export function walkSeedOf({ isStill, seed }: { isStill: boolean; seed: string }): number | undefined {
	const read = parseWholeNumber('--seed', seed, { min: 0, max: 999_999_999 })
	return isStill ? undefined : read
}

export function parseBots(text: string): Bot[] {
	const names = text.split(',').filter(name => name !== '')
	return names.map(name => {
		if (name === 'maker' || name === 'solver') return name
		throw new UsageError(`--without must be 'maker', 'solver' or 'maker,solver', not '${name}'`)
	})
}

function isOn(text: string | undefined): boolean {
	return text === '1' || text === 'true'
}
