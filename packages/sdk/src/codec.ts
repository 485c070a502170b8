export type { CheckedSubintent } from '@accord/codec'
export { type CheckOptions, checkSubintent, type SigningSource } from './signing/check-subintent.ts'
