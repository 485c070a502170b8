import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { requireProgram, without } from '../fixtures/debian-programs.ts'

const folder = new URL('../../deploy/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const cases = ['prometheus-alerts.test.yaml', 'prometheus-budgets.test.yaml']
const alerts = read('prometheus-alerts.yaml')
const alertNames = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)

// shows decision 52: Every counter starts at 0, and every alert is tested
test('every alert fires in its case, and none where nothing is wrong', { skip: without('promtool') }, async () => {
	const run = promisify(execFile)
	await run(requireProgram('promtool'), ['check', 'rules', fileURLToPath(new URL('prometheus-alerts.yaml', folder))])
	const files = cases.map(name => fileURLToPath(new URL(name, folder)))
	await run(requireProgram('promtool'), ['test', 'rules', ...files])
})

// shows decision 52: Every counter starts at 0, and every alert is tested
test('every alert has a case in which it fires and one in which it does not, and a line saying what to do', () => {
	const told = cases.map(read).join('\n')
	const operate = readFileSync(new URL('../../docs/operate/alarms.md', import.meta.url), 'utf8')
	const counts = (pattern: (name: string) => string) => alertNames.filter(name => !new RegExp(pattern(name)).test(told))
	assert.ok(alertNames.length > 30)
	assert.deepEqual(
		counts(name => `alertname: ${name}\n\\s+eval_time: .*\n\\s+exp_alerts:\n\\s+- `),
		[],
	)
	assert.deepEqual(
		counts(name => `alertname: ${name}, eval_time: \\w+, exp_alerts: \\[\\]`),
		[],
	)
	assert.deepEqual(
		alertNames.filter(name => !new RegExp(`^\\| .*\`${name}\`.* \\|.+\\|$`, 'm').test(operate)),
		[],
	)
})
