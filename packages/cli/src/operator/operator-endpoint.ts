import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { type NetworkPlace, networkFileOf, readNetworkFile, withNetworkOptions } from '../network/network-file.ts'
import { OperatorClient } from './operator-client.ts'

/** The options that every operator command takes, as commander parsed them. */
export type OperatorArguments = NetworkPlace & { operator?: string; keyFile?: string; json?: boolean }

/** An operator API, and where its key is read from. */
export type OperatorEndpoint = {
	readonly url: string
	/** If absent, the key is in the environment. */
	readonly keyFile?: string
}

/** Adds the options that every operator command takes. */
export function withOperatorOptions(command: Command): Command {
	command
		.optionsGroup('Which service:')
		.option('--operator <url>', 'the operator API of a service (ACCORD_OPERATOR_URL; default: the local network’s)')
		.option('--key-file <file>', 'the file with its key (ACCORD_OPERATOR_KEY_FILE; ACCORD_OPERATOR_KEY holds the key)')
	return withNetworkOptions(command).optionsGroup('Options:').option('--json', 'print JSON')
}

/** A client of the operator API that a command addresses. @throws UsageError when the endpoint or its key is missing */
export function operatorClient(given: OperatorArguments, { env, terminal }: Context): OperatorClient {
	const endpoint = findOperator(given, env)
	if (!isTransportSafe(endpoint))
		terminal.note(`warning: the key is sent unencrypted to ${endpoint.url}; see: accord doctor`)
	return new OperatorClient({ url: endpoint.url, key: readOperatorKey(endpoint, env) })
}

/**
 * The operator API that a command addresses: the one named by an option or the environment, or else that of the local
 * network in the data directory. The two never mix: the local network's key is never sent to another service, and the
 * environment's key is not sent to the local network. @throws UsageError when the endpoint or its key is missing
 */
export function findOperator(given: OperatorArguments, env: NodeJS.ProcessEnv): OperatorEndpoint {
	const named = given.operator ?? nonEmpty(env.ACCORD_OPERATOR_URL)
	if (named === undefined) {
		const file = networkFileOf(given, env)
		return { url: parseUrl(localUrl(file)), keyFile: given.keyFile ?? join(dirname(file), 'operator.key') }
	}
	const url = parseUrl(named)
	if (given.keyFile !== undefined) return { url, keyFile: given.keyFile }
	if (nonEmpty(env.ACCORD_OPERATOR_KEY) !== undefined) return { url }
	const keyFile = nonEmpty(env.ACCORD_OPERATOR_KEY_FILE)
	if (keyFile !== undefined) return { url, keyFile }
	throw new UsageError(`no key for ${url}: use --key-file, ACCORD_OPERATOR_KEY_FILE or ACCORD_OPERATOR_KEY`)
}

/** The operator's key. @throws UsageError when its file cannot be read or is not private */
export function readOperatorKey({ keyFile }: OperatorEndpoint, env: NodeJS.ProcessEnv): string {
	return keyFile === undefined ? (env.ACCORD_OPERATOR_KEY ?? '').trim() : readKeyFile(keyFile)
}

/** The key in a file. @throws UsageError when the file cannot be read or is not private */
export function readKeyFile(path: string): string {
	try {
		if (!isPrivateFile(path)) throw new UsageError(`other users can read the key in ${path}; run: chmod 600 ${path}`)
		return readFileSync(path, 'utf8').trim()
	} catch (error) {
		if (error instanceof UsageError) throw error
		throw new UsageError(`the key file ${path} cannot be read`)
	}
}

/**
 * Whether only its owner can read a file, or, if its mode is 0440 as in a secret of Kubernetes, this process's group. File
 * modes do not reveal that on Windows.
 */
export function isPrivateFile(path: string): boolean {
	const { mode, gid } = statSync(path)
	if (process.platform === 'win32' || (mode & 0o077) === 0) return true
	return (mode & 0o777) === 0o440 && (gid === process.getegid?.() || (process.getgroups?.().includes(gid) ?? false))
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Whether no one on the network can read the key, because it is encrypted or does not leave this machine. */
export function isTransportSafe({ url }: OperatorEndpoint): boolean {
	const { protocol, hostname } = new URL(url)
	return protocol === 'https:' || loopback.test(hostname)
}

function localUrl(path: string): string {
	if (!existsSync(path))
		throw new UsageError(
			`no local network in ${dirname(path)}: start one (npm start), or use --data for another directory or --operator for a service`,
		)
	const { operatorUrl: url } = readNetworkFile(path)
	if (url === undefined)
		throw new UsageError(`${path} was written by an older version: restart the network (npm start)`)
	return url
}

function parseUrl(text: string): string {
	const url = URL.parse(text)
	if (url !== null && ['http:', 'https:'].includes(url.protocol)) return text.replace(/\/+$/, '')
	throw new UsageError(`--operator must be the URL of an operator API, such as http://127.0.0.1:8490, not '${text}'`)
}

function nonEmpty(text: string | undefined): string | undefined {
	return text === '' ? undefined : text
}
