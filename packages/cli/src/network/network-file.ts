import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { NetworkFile, parseWire } from '@accord/protocol'
import type { Command } from 'commander'

/** The options by which every command finds a local network, as commander parsed them. */
export type NetworkPlace = { data?: string; network?: string }

/** Adds the options by which a command finds a local network. */
export function withNetworkOptions(command: Command): Command {
	return command
		.option('--data <directory>', 'the data directory of the local network (ACCORD_DATA, default .accord)')
		.option('--network <file>', 'its network.json, wherever it is (ACCORD_NETWORK; default: in the data directory)')
}

/** The data directory that a command means: the option, then the environment, then `.accord`. */
export function dataDirectoryOf({ data }: NetworkPlace, env: NodeJS.ProcessEnv): string {
	return resolve(data ?? (env.ACCORD_DATA || '.accord'))
}

/** The network.json that a command means: options before the environment, the file before its directory. */
export function networkFileOf(given: NetworkPlace, env: NodeJS.ProcessEnv): string {
	const named = given.network ?? (given.data === undefined ? env.ACCORD_NETWORK : undefined)
	return named ? resolve(named) : join(dataDirectoryOf(given, env), 'network.json')
}

/** Reads a `network.json`. @throws Error with what to do if it does not exist */
export function readNetworkFile(path: string): NetworkFile {
	let text: string
	try {
		text = readFileSync(path, 'utf8')
	} catch {
		throw new Error(
			`${path} cannot be read: start a network first (npm start), or use --data or --network for another one`,
		)
	}
	try {
		return parseWire(NetworkFile.schema, JSON.parse(text))
	} catch (cause) {
		const why = cause instanceof Error ? cause.message : String(cause)
		throw new Error(`${path} is not the network.json of this version: ${why}. Start the network again (npm start)`, {
			cause,
		})
	}
}

export function writeNetworkFile(path: string, file: NetworkFile): void {
	writePrivateFile(path, NetworkFile.format(file))
}

/** Writes a file that only its owner can read, atomically: readers see the old content or the new. */
export function writePrivateFile(path: string, content: unknown): void {
	const draft = `${path}.${process.pid}.tmp`
	writeFileSync(draft, `${JSON.stringify(content, undefined, '\t')}\n`, { mode: 0o600 })
	chmodSync(draft, 0o600)
	renameSync(draft, path)
}
