import { CodecError } from './codec-error.ts'
import type { Door } from './door.ts'
import type { Program } from './web-assembly.ts'

/** A program's memory only grows. One that a large manifest has made larger than this is replaced. */
export const memoryBytesMax = 16 * 1024 * 1024

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The codec as WebAssembly. A program that did not return from a call is never called again. */
export function wasmDoor(start: () => Program): Door {
	let idle: Program | undefined
	return {
		call(name, parameters) {
			const program = idle ?? start()
			// A panic or an overflown stack leaves the memory in an unknown state, whether or not anyone catches what it throws.
			idle = undefined
			const answer = run(program, `${name}\n${parameters}`)
			if (program.memory.buffer.byteLength <= memoryBytesMax) idle = program
			return answer
		},
	}
}

function run(program: Program, text: string): string {
	try {
		const bytes = encoder.encode(text)
		const at = program.input(bytes.length)
		new Uint8Array(program.memory.buffer, at, bytes.length).set(bytes)
		const length = program.call()
		return decoder.decode(new Uint8Array(program.memory.buffer, program.output(), length))
	} catch (cause) {
		throw new CodecError('internal', 'the codec panicked', { cause })
	}
}
