// How a program of WebAssembly is started and called, for the ledger's, which takes parameters and answers as the codec's does.
export { parametersText } from './door/parameters-text.ts'
export { type Program, runProgram, startProgram, type WasmModule, webAssembly } from './door/web-assembly.ts'
