import { type BotConfig, readBotConfig, runBotProcess } from './bot-process.ts'
import { consoleLog } from './log.ts'
import { startReferenceSolver } from './reference-solver.ts'
import { wallClock } from './wall-clock.ts'

/** The reference solver's config as a process. */
export type SolverProcessConfig = BotConfig & { solverUrl: string }

const config = readBotConfig<SolverProcessConfig>()
await runBotProcess(() => startReferenceSolver({ ...config, clock: wallClock, log: consoleLog }))
