import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileArtifact } from './artifact-file.ts'
import { memoryBytesMax, wasmDoor } from './wasm-door.ts'
import { type Program, startProgram } from './web-assembly.ts'

const module = await compileArtifact()
const emptyHash = '{"ok":"0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"}'

/** A door, and every program it has started. */
function countingDoor() {
	const programs: Program[] = []
	const door = wasmDoor(() => {
		const program = startProgram(module)
		programs.push(program)
		return program
	})
	return { door, programs }
}

test('calls share one program', () => {
	const { door, programs } = countingDoor()
	for (let n = 0; n < 100; n++) assert.equal(door.call('hash', '[null]\n'), emptyHash)
	assert.equal(programs.length, 1)
})

test('a call that overflows the stack throws, and the next one gets a new program', () => {
	const { door, programs } = countingDoor()
	const refused = door.call('compile_preview', nested)
	// Makes calls at ever greater distances from the end of the stack, until one succeeds.
	let answer = ''
	const descend = (): void => {
		try {
			descend()
		} finally {
			if (answer === '') answer = door.call('compile_preview', nested)
		}
	}
	assert.throws(descend, RangeError)
	assert.equal(answer, refused)
	assert.ok(programs.length > 1)
	assert.equal(door.call('hash', '[null]\n'), emptyHash)
})

// Reading it takes stack frames for each level.
const nested = `[{"children":[${'{"children":['.repeat(50)}${']}'.repeat(50)}]}]`

test('a program whose memory a large call has grown is replaced', () => {
	const { door, programs } = countingDoor()
	const large = `[null,242]\nYIELD_TO_PARENT ${'Tuple(),'.repeat(120_000)} Tuple();`
	for (let n = 0; n < 3; n++) JSON.parse(door.call('read_manifest', large))
	const sizes = programs.map(({ memory }) => memory.buffer.byteLength)
	assert.ok((sizes[0] ?? 0) > memoryBytesMax, `${sizes}`)
	assert.equal(programs.length, 3)
	assert.equal(door.call('hash', '[null]\n'), emptyHash)
})
