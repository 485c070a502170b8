import type { Codec } from '@accord/codec'
import { PageError } from './page-error.ts'

/**
 * The codec, fetched for the first signature: the page renders without it.
 * @throws PageError if the browser runs no WebAssembly; Error if the codec cannot be fetched
 */
export async function codec(): Promise<Codec> {
	if (typeof WebAssembly === 'undefined') throw new PageError(noWebAssembly)
	const { loadCodec } = await import('@accord/codec')
	return loadCodec()
}

const noWebAssembly =
	'This browser does not run WebAssembly, with which the page checks and signs orders; a protection such as Lockdown Mode may switch it off. Allow it for this page, or use another browser. Nothing was signed.'
