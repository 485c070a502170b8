import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { readDamaged } from '../testing/read-damaged.ts'

const program = `import { readDamaged } from ${JSON.stringify(new URL('../testing/read-damaged.ts', import.meta.url).href)}
for (const line of readDamaged()) process.stdout.write(line + '\\n')
process.stdout.write(String(Object.keys(await import('#schema')).includes('toJSONSchema')))`

// shows SDK: DexClient takes at most 30 kB of a page
test('what browsers read with is Zod in every value, refusal and text', () => {
	const flags = ['--conditions=accord-source', '--conditions=browser', '--input-type=module', '--eval', program]
	const cwd = new URL('.', import.meta.url)
	const output = execFileSync(process.execPath, flags, { cwd, encoding: 'utf8', maxBuffer: 2 ** 30 })
	const lines = output.split('\n')
	assert.equal(lines.pop(), 'false', 'the other process has read with Zod too')
	let count = 0
	for (const line of readDamaged()) assert.equal(lines[count++], line)
	assert.equal(count, lines.length)
	assert.ok(count > 10_000, `${count} messages`)
})
