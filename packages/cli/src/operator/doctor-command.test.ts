import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runCommand } from '../program-fixture.ts'
import { checkTransport } from './doctor-command.ts'
import { documentedKey, documentedOperator } from './documented-operator.ts'

const folder = mkdtempSync(join(tmpdir(), 'accord-doctor-'))
after(() => rmSync(folder, { recursive: true }))

function keyFile(mode: number): string {
	const path = join(folder, `${mode.toString(8)}.key`)
	writeFileSync(path, documentedKey, { mode })
	return path
}

// shows decision 38: The doctor runs every check and says what to do
test('the service’s checks and the local ones are printed together; a failed check is exit code 1', async t => {
	const { url } = await documentedOperator(t)
	const { code, out } = await runCommand(['doctor', '--operator', url, '--key-file', keyFile(0o600)])
	assert.equal(code, 1)
	assert.match(out, /^ok +key file +no other user can read/m)
	assert.match(out, /^ok +operator +http:\/\/127\.0\.0\.1:\d+ answers and accepts the key$/m)
	assert.match(out, /^FAIL +clock +the ledger’s clock is 41 s behind/m)
	assert.match(out, /→ Synchronise this machine’s clock/)
	const marks = out.split('\n').flatMap(line => /^(ok|FAIL) /.exec(line)?.[1] ?? [])
	assert.deepEqual(marks, marks.toSorted(), 'what has failed is printed first')
})

test('a key file that other users can read fails before any request is sent', async t => {
	const { url, requests } = await documentedOperator(t)
	const { code, out } = await runCommand(['doctor', '--operator', url, '--key-file', keyFile(0o644)])
	assert.equal(code, 1)
	assert.match(out, /^FAIL +key file +other users can read/m)
	assert.match(out, /chmod 600/)
	assert.deepEqual(requests, [])
})

test('a service that does not answer is exit code 3, one that refuses the key is 4', async t => {
	const env = { ACCORD_OPERATOR_URL: 'http://127.0.0.1:9', ACCORD_OPERATOR_KEY: 'wrong' }
	const gone = await runCommand(['doctor', '--json'], env)
	assert.equal(gone.code, 3)
	const { ok, checks } = JSON.parse(gone.out)
	assert.equal(ok, false)
	assert.equal(checks.at(-1).name, 'operator')
	const { url } = await documentedOperator(t)
	const refused = await runCommand(['doctor'], { ...env, ACCORD_OPERATOR_URL: url })
	assert.equal(refused.code, 4)
	assert.match(refused.out, /→ Is this the key of/)
})

const transports: [url: string, ok: boolean][] = [
	['http://127.0.0.1:8490', true],
	['http://localhost:8490', true],
	['http://[::1]:8490', true],
	['https://operator.example', true],
	['http://10.0.0.5:8490', false],
	['http://localhost.example:8490', false],
]

for (const [url, ok] of transports)
	test(`a key ${ok ? 'may' : 'should not'} travel to ${url}`, () => assert.equal(checkTransport({ url }).ok, ok))
