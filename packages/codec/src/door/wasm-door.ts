import { CodecError } from './codec-error.ts'
import { type Program, runProgram } from './web-assembly.ts'

/**
 * A program's memory never shrinks, so a program whose memory has grown beyond this for a large manifest is replaced.
 */
export const memoryBytesMax = 16 * 1024 * 1024

/** Calls the codec: parameters as {@link parametersText} writes them, the answer as JSON with `ok` or `error`. */
export type Door = { call(name: string, parameters: string): string }

/** A program that did not return from a call is never called again. */
export function wasmDoor(start: () => Program): Door {
	let idle: Program | undefined
	return {
		call(name, parameters) {
			const program = idle ?? start()
			// A panic or a stack overflow leaves the memory in an unknown state, even if someone catches the exception.
			idle = undefined
			const answer = run(program, name, parameters)
			if (program.memory.buffer.byteLength <= memoryBytesMax) idle = program
			return answer
		},
	}
}

function run(program: Program, name: string, parameters: string): string {
	try {
		return runProgram(program, name, parameters)
	} catch (cause) {
		throw new CodecError('internal', 'the codec panicked', { cause })
	}
}
