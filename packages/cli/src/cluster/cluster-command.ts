import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { parseWholeNumber } from '../arguments.ts'
import type { Context } from '../context.ts'
import { parseBots, usersMax, walkSeedOf } from '../network/network-command.ts'
import type { NetworkOptions } from '../network/start-network.ts'
import { findPrograms } from './programs.ts'

const nodesMax = 5

/** `accord cluster`: the local network with several nodes. */
export function addClusterCommand(program: Command, { env, exit }: Context): void {
	program
		.command('cluster')
		.description('run the local network with several nodes: PostgreSQL, NATS, a balancer and the bots, until Ctrl-C')
		.option('--nodes <number>', `number of nodes, up to ${nodesMax}`, '3')
		.option(
			'--data <directory>',
			'where the ledger and the database are kept (default: a folder that is removed at the end)',
		)
		.option(
			'--port <number>',
			"port of the balancer; the Gateway API, the nodes' operator APIs, the nodes and NATS use the next ones",
			'8480',
		)
		.option('--users <number>', 'number of funded users', '20')
		.option('--reset', 'start with an empty ledger and database')
		.option('--without <bots>', "leave out 'maker', 'solver' or both (comma-separated), to run your own", '')
		.option('--plain', 'log lines only: no list of accounts and keys, no live view')
		.option('--still', 'the reference maker’s prices stay the same instead of walking at random')
		.option('--seed <number>', 'seed of that walk: the same one gives the same prices', '1')
		.addHelpText(
			'after',
			'\nIt needs nginx and nats-server; none of their system services has to run.\n\nExample:\n  accord cluster --nodes 3 --data .accord-cluster',
		)
		.action(async (given: ClusterArguments) => {
			const options = clusterOptions(given)
			const programs = findPrograms(env)
			const [{ runNetwork }, { startCluster }] = await Promise.all([
				import('../network/run-network.ts'),
				import('./start-cluster.ts'),
			])
			const temporaryDirectory = mkdtempSync(join(tmpdir(), 'accord-cluster-'))
			const dataDirectory = options.dataDirectory ?? join(temporaryDirectory, 'data')
			mkdirSync(dataDirectory, { recursive: true })
			const cluster = { ...options, dataDirectory, temporaryDirectory, programs }
			exit(await runNetwork(cluster, control => startCluster(cluster, control)))
		})
}

/** What commander parsed from the command line. */
type ClusterArguments = {
	nodes: string
	data?: string
	port: string
	users: string
	reset?: boolean
	without: string
	plain?: boolean
	still?: boolean
	seed: string
}

type Chosen = Omit<NetworkOptions, 'dataDirectory'> & { readonly nodes: number; readonly dataDirectory?: string }

/** @throws UsageError naming the option */
export function clusterOptions(given: ClusterArguments): Chosen {
	const nodes = parseWholeNumber('--nodes', given.nodes, { min: 1, max: nodesMax })
	return {
		nodes,
		...(given.data !== undefined && { dataDirectory: resolve(given.data) }),
		port: parseWholeNumber('--port', given.port, { min: 1, max: 65_535 - 2 - 2 * nodes }),
		users: parseWholeNumber('--users', given.users, { min: 1, max: usersMax }),
		reset: given.reset ?? false,
		without: parseBots(given.without),
		plain: given.plain ?? false,
		walkSeed: walkSeedOf({ isStill: given.still ?? false, seed: given.seed }),
	}
}
