import type { CodecSource } from './door/compile-source.ts'
import { openDoor } from './door/door.ts'
import * as codec from './loaded.ts'

export type * from './codec-types.ts'
export { CodecError, type CodecErrorCode } from './door/codec-error.ts'
export type { CodecSource } from './door/compile-source.ts'
export type { Markers } from './limit-order/binding.ts'
export type { CheckedSubintent, SigningContext } from './limit-order/check-subintent.ts'
export type { ForeignCalls } from './limit-order/foreign-calls.ts'
export type { Item } from './limit-order/item.ts'
export type { LimitOrderReading } from './limit-order/manifest-reader.ts'
export type { Mint } from './limit-order/mint-prefix.ts'
export type { Binding, OuterAmounts, OuterTerms } from './limit-order/outer.ts'
export type { RootDraft, RootTerms } from './limit-order/root-manifest.ts'
export type { SignedLimitOrder } from './limit-order/signed-limit-order.ts'
export type { LimitOrderTerms } from './limit-order/terms.ts'
export type { ParsedInstruction } from './transaction/instruction.ts'
export type { ValidityWindow } from './transaction/intent-header.ts'

/** All functions of the codec. They hold no keys and no state. */
export type Codec = typeof codec

/**
 * The codec, loaded on first use: about 350 kB compressed, from the folder of this module unless `source` is given. In
 * a browser the content security policy needs `'wasm-unsafe-eval'`, and the file must be served as `application/wasm`.
 * @throws CodecError `not_loaded` if it cannot be fetched; the next call tries again
 */
export async function loadCodec(source?: CodecSource): Promise<Codec> {
	await openDoor(source)
	return codec
}
