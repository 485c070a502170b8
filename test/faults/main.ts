import { allKinds } from './kinds.ts'
import { runRounds } from './rounds.ts'

// npm run test:faults: ACCORD_FAULT_ROUNDS (50) rounds, in the order given by ACCORD_SEED.

const rounds = Number(process.env.ACCORD_FAULT_ROUNDS ?? 50)
const seed = Number(process.env.ACCORD_SEED ?? Date.now() % 1_000_000)
const only = process.env.ACCORD_FAULT?.split(',')
const kinds = allKinds.filter(({ name }) => only === undefined || only.some(words => name.includes(words)))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const done = await runRounds({ seed, rounds, kinds, report: line => console.log(line) })
const failed = done.filter(({ violations, wholeAfterMs }) => violations.length > 0 || wholeAfterMs === undefined)
console.log(`${done.length - failed.length} of ${done.length} rounds held`)
process.exit(failed.length === 0 ? 0 : 1)
