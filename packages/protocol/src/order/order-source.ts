import * as z from '#schema'

/**
 * The source of an order that is not submitted yet: exactly one of the manifest's text and the two forms of bytes in
 * hex.
 */
export type OrderSource =
	| { readonly manifest: string; readonly subintent?: undefined; readonly signedPartialTransaction?: undefined }
	| { readonly manifest?: undefined; readonly subintent: string; readonly signedPartialTransaction?: undefined }
	| { readonly manifest?: undefined; readonly subintent?: undefined; readonly signedPartialTransaction: string }

/** The members of a message from which an order is read; `bytes` is how strictly their hex is read. @internal */
export function sources(bytes: z.ZodString, manifest = z.string().optional()) {
	return { manifest, subintent: bytes.optional(), signedPartialTransaction: bytes.optional() }
}
