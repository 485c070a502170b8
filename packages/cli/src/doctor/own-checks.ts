import { existsSync } from 'node:fs'
import type { OperatorPlace } from '../operator/find-operator.ts'
import { isPrivateFile } from '../operator/private-key-file.ts'
import { isTransportSafe } from '../operator/transport.ts'

/** Something that was looked at: by the service, or from here. */
export type Check = {
	readonly name: string
	readonly ok: boolean
	readonly detail: string
	/** What to do about it. */
	readonly advice?: string | undefined
}

/** What can be told about a key without asking anybody. */
export function checkKeyFile({ keyFile }: OperatorPlace): Check {
	const name = 'key file'
	if (keyFile === undefined) return { name, ok: true, detail: 'the key is in ACCORD_OPERATOR_KEY' }
	if (!existsSync(keyFile)) {
		return { name, ok: false, detail: `${keyFile} is not there`, advice: 'name the right one with --key-file' }
	}
	if (isPrivateFile(keyFile)) return { name, ok: true, detail: `only its owner may read ${keyFile}` }
	return {
		name,
		ok: false,
		detail: `others may read ${keyFile}`,
		advice: `chmod 600 ${keyFile}, then rotate the operator’s key`,
	}
}

/** Whether the key travels where others may read along. */
export function checkTransport(place: OperatorPlace): Check {
	const name = 'transport'
	const { protocol, hostname } = new URL(place.url)
	if (isTransportSafe(place)) {
		const detail = protocol === 'https:' ? 'the key travels encrypted' : 'the key does not leave this machine'
		return { name, ok: true, detail }
	}
	return {
		name,
		ok: false,
		detail: `the key travels to ${hostname} for everybody on the way to read`,
		advice: 'go through an SSH tunnel (ssh -L 8490:127.0.0.1:8490 …) or put TLS in front',
	}
}
