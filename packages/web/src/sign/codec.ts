import type { Codec } from '@accord/codec'

/** The codec, fetched for the first signature: the page renders without it. */
export async function codec(): Promise<Codec> {
	const { loadCodec } = await import('@accord/codec')
	return loadCodec()
}
