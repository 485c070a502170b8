import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { UsageError } from '../exit-codes.ts'
import { readNetworkFile } from '../network/network-file.ts'
import { readKeyFile } from './private-key-file.ts'

/** What commander read of the options that every operator's command has. */
export type OperatorArguments = { operator?: string; keyFile?: string; data?: string; json?: boolean }

/** Where the operator API is, and where its key comes from. */
export type OperatorPlace = {
	readonly url: string
	/** Absent: the environment holds the key. */
	readonly keyFile?: string
}

/**
 * The operator API that a command means: named by option or environment, else that of the local network in the data
 * folder. The two never mix: the local network's key is sent to no other service, and the environment's key not to it.
 * @throws UsageError saying what to name
 */
export function findOperator(given: OperatorArguments, env: NodeJS.ProcessEnv): OperatorPlace {
	const named = given.operator ?? nonEmpty(env.ACCORD_OPERATOR_URL)
	if (named === undefined) {
		const data = resolve(given.data ?? nonEmpty(env.ACCORD_DATA) ?? '.accord')
		return { url: readUrl(localUrl(data)), keyFile: given.keyFile ?? join(data, 'operator.key') }
	}
	const url = readUrl(named)
	if (given.keyFile !== undefined) return { url, keyFile: given.keyFile }
	if (nonEmpty(env.ACCORD_OPERATOR_KEY) !== undefined) return { url }
	const keyFile = nonEmpty(env.ACCORD_OPERATOR_KEY_FILE)
	if (keyFile !== undefined) return { url, keyFile }
	throw new UsageError(
		`no key for ${url}: name its file with --key-file, or set ACCORD_OPERATOR_KEY_FILE or ACCORD_OPERATOR_KEY`,
	)
}

/** The operator's key. @throws UsageError when its file cannot be read or is not private */
export function readOperatorKey({ keyFile }: OperatorPlace, env: NodeJS.ProcessEnv): string {
	return keyFile === undefined ? (env.ACCORD_OPERATOR_KEY ?? '').trim() : readKeyFile(keyFile)
}

function localUrl(data: string): string {
	const path = join(data, 'network.json')
	if (!existsSync(path)) {
		throw new UsageError(
			`there is no local network in ${data}: start one (npm start), name its folder with --data, or a service with --operator`,
		)
	}
	const { operator_url: url } = readNetworkFile(path)
	if (url === undefined)
		throw new UsageError(`the network of ${path} is of an older version: start it again (npm start)`)
	return url
}

function readUrl(text: string): string {
	const url = URL.parse(text)
	if (url !== null && ['http:', 'https:'].includes(url.protocol)) return text.replace(/\/+$/, '')
	throw new UsageError(`--operator is the URL of an operator API, such as http://127.0.0.1:8490, not '${text}'`)
}

function nonEmpty(text: string | undefined): string | undefined {
	return text === '' ? undefined : text
}
