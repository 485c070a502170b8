export { type CheckedSubintent, type CodecSource, loadCodec } from '@accord/codec'
export { type FeeInfo, SignerTerms, type TradeBounds, UnsignableError, type UnsignableReason } from '@accord/protocol'
export { checkFill, type FillCheck } from './signing/check-fill.ts'
export { type CheckOptions, checkManifest, checkSigned, checkSubintent } from './signing/check-subintent.ts'
