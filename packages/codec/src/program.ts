// How a WebAssembly program is started and called. The ledger's program takes parameters and answers in the same way as
// the codec's.
export { parametersText } from './door/parameters-text.ts'
export { type Program, runProgram, startProgram, type WasmModule, webAssembly } from './door/web-assembly.ts'
