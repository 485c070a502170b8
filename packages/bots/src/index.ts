export { consoleLog, type Log } from './log.ts'
export { type ReferenceMaker, type ReferenceMakerOptions, startReferenceMaker } from './reference-maker.ts'
export { type ReferenceSolver, type ReferenceSolverOptions, startReferenceSolver } from './reference-solver.ts'
