// How a WebAssembly program is started and called. The ledger's program takes parameters and answers as the codec's does.
export { parametersText } from './door/parameters-text.ts'
export { type Program, runProgram, startProgram, type WasmModule, webAssembly } from './door/web-assembly.ts'
