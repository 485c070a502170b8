import { allKinds } from './kinds.ts'
import { hasHeld, runRounds, summary } from './rounds.ts'

// npm run test:faults: ACCORD_FAULT_ROUNDS (50) rounds, in the order given by ACCORD_SEED.

const rounds = Number(process.env.ACCORD_FAULT_ROUNDS ?? 50)
const seed = Number(process.env.ACCORD_SEED ?? Date.now() % 1_000_000)
const only = process.env.ACCORD_FAULT?.split(',')
const kinds = allKinds.filter(({ name }) => only === undefined || only.some(words => name.includes(words)))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const done = await runRounds({ seed, rounds, kinds, report: line => console.log(line) })
for (const line of summary(done)) console.log(line)
const held = done.filter(hasHeld).length
console.log(`${held} of ${done.length} rounds held`)
process.exit(held === done.length ? 0 : 1)
