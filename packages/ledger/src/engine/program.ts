import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { parametersText, runProgram, startProgram, type WasmModule, webAssembly } from '@accord/codec/program'
import { Host } from './host.ts'
import { LedgerError, type LedgerErrorCode } from './ledger-error.ts'
import type { LedgerOptions } from './ledger-types.ts'

type Answer =
	| { readonly ok: unknown }
	| { readonly error: { readonly code: LedgerErrorCode; readonly message: string } }

/** The ledger's program, started, with its own memory and one ledger. */
export class LedgerProgram {
	readonly #host = new Host()
	readonly #program = startProgram(compiledProgram(), this.#host.imports)
	#isOpen = false

	constructor() {
		this.#host.use(this.#program.memory)
	}

	/**
	 * False before `open`, and permanently false after a call that did not return: then the program must not be called
	 * again.
	 */
	get isOpen(): boolean {
		return this.#isOpen
	}

	/** @throws LedgerError */
	open(options: LedgerOptions): void {
		this.call('open', options)
		this.#isOpen = true
	}

	/** Calls a function by its name in Rust. @throws LedgerError; CodecError `bad_argument` for a number that is not a safe integer */
	call<T>(name: string, ...parameters: readonly unknown[]): T {
		const text = parametersText(parameters)
		const isOpen = this.#isOpen
		// A panic or a stack overflow leaves the memory in an unknown state, even if someone catches the exception.
		this.#isOpen = false
		const answer = this.#run(name, text)
		this.#isOpen = isOpen
		const read: Answer = JSON.parse(answer)
		if ('error' in read) throw new LedgerError(read.error.code, read.error.message)
		return read.ok as T
	}

	/** Closes the program's open files. */
	close(): void {
		this.#isOpen = false
		this.#host.closeFiles()
	}

	#run(name: string, parameters: string): string {
		this.#host.lastLine = undefined
		try {
			return runProgram(this.#program, name, parameters)
		} catch (cause) {
			const reason = this.#host.lastLine ?? String(cause)
			throw new LedgerError('internal', `the ledger's program stopped in ${name}: ${reason}`, { cause })
		}
	}
}

const artifact = new URL('../../wasm/ledger.wasm.br', import.meta.url)
let compiled: WasmModule | undefined
let hash: string | undefined

/** Identifies the program: SHA-256 of its artifact, as hex. */
export function ledgerProgramHash(): string {
	hash ??= createHash('sha256').update(readFileSync(artifact)).digest('hex')
	return hash
}

/** Compiled when first needed, because compiling takes 70 ms and most processes have no ledger. */
function compiledProgram(): WasmModule {
	compiled ??= new webAssembly.Module(brotliDecompressSync(readFileSync(artifact)))
	return compiled
}
