import type { Codec } from '@accord/codec'

/** The codec, fetched when something is first signed: the page shows itself without it. */
export async function codec(): Promise<Codec> {
	const { loadCodec } = await import('@accord/codec')
	return loadCodec()
}
