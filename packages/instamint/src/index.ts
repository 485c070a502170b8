export * from './instamint-operator.ts'
export * from './operator-deps.ts'
export { paybackAccount } from './payback.ts'
export type { TradedTokens } from './traded-tokens.ts'
