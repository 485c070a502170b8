import { wallClock } from '@accord/ledger'
import { type BotConfig, readBotConfig, runBotProcess } from './bot-process.ts'
import { consoleLog } from './log.ts'
import { startReferenceSolver } from './reference-solver.ts'

/** The reference solver's config as a process. */
export type SolverProcessConfig = BotConfig & { readonly solverUrl: string }

const config = readBotConfig<SolverProcessConfig>()
await runBotProcess(() => startReferenceSolver({ ...config, clock: wallClock, log: consoleLog }))
