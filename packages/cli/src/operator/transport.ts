import type { OperatorPlace } from './find-operator.ts'

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Whether nobody on the way can read the key: it is encrypted, or does not leave this machine. */
export function isTransportSafe({ url }: OperatorPlace): boolean {
	const { protocol, hostname } = new URL(url)
	return protocol === 'https:' || loopback.test(hostname)
}
