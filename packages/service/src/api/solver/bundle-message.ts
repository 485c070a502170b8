import type { NewSubintentBundleWire } from '@accord/protocol'

/** A bundle as solvers get it: written once, sent to all. */
export type BundleMessage = { readonly bundleNumber: number; readonly message: Buffer }

/** The message of a bundle: its items in order, the user's first. */
export function bundleMessage({
	bundleNumber,
	items,
}: {
	readonly bundleNumber: number
	readonly items: readonly string[]
}): BundleMessage {
	const notification: NewSubintentBundleWire = {
		jsonrpc: '2.0',
		id: null,
		method: 'new_subintent_bundle',
		params: [...items],
	}
	return { bundleNumber, message: Buffer.from(JSON.stringify(notification)) }
}
