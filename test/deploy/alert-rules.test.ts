import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { requireProgram, without } from '../fixtures/debian-programs.ts'
import { runCommands } from '../fixtures/documented-commands.ts'

const folder = new URL('../../deploy/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const page = read('../docs/operate/alarms.md')
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
test('every alert has a case in which it fires and one in which it does not', () => {
	const told = cases.map(read).join('\n')
	const counts = (pattern: (name: string) => string) => alertNames.filter(name => !new RegExp(pattern(name)).test(told))
	assert.ok(alertNames.length > 30)
	assert.deepEqual(
		counts(name => `alertname: ${name}\n\\s+eval_time: .*\n\\s+exp_alerts:\n\\s+- `),
		[],
	)
	assert.deepEqual(
		counts(name => `alertname: ${name}, eval_time: \\w+, exp_alerts: \\[\\]`),
		// It always fires.
		['AccordWatchdog'],
	)
})

// shows decision 52: Every counter starts at 0, and every alert is tested
test('every alert says how urgent it is, and links a paragraph that says what to do', () => {
	const headings = [...page.matchAll(/^### (.+)\n\n[^#\n]/gm)].map(([, heading = '']) => heading)
	const anchors = new Map(
		headings.map(heading => [heading.toLowerCase().replaceAll(',', '').replaceAll(' ', '-'), heading]),
	)
	const rules = alerts.split(/^ {6}- /m).filter(rule => rule.startsWith('alert: '))
	assert.equal(rules.length, alertNames.length)
	const faults = rules.filter(rule => {
		const [, name = ''] = /alert: (\w+)/.exec(rule) ?? []
		const [, severity] = /^ {8}labels: \{ severity: (\w+) \}$/m.exec(rule) ?? []
		const [, anchor = ''] =
			/^ {10}runbook_url: https:\/\/accord\.example\/docs\/operate\/alarms\.md#(\S+)$/m.exec(rule) ?? []
		const isUrgent = name === 'AccordWatchdog' ? severity === 'none' : severity === 'page' || severity === 'ticket'
		return !isUrgent || !anchors.get(anchor)?.split(', ').includes(name)
	})
	assert.deepEqual(faults, [])
})

test('by the documented command, every alert links to where its operator reads this page', t => {
	const own = mkdtempSync(join(tmpdir(), 'accord-alerts-'))
	t.after(() => rmSync(own, { recursive: true }))
	const copy = join(own, 'prometheus-alerts.yaml')
	copyFileSync(new URL('prometheus-alerts.yaml', folder), copy)
	const [command = ''] = /^sed -i .+$/m.exec(page) ?? []
	runCommands(command, { cwd: own })
	const links = [...readFileSync(copy, 'utf8').matchAll(/runbook_url: (.+)#/g)].map(([, link]) => link)
	assert.deepEqual(
		links,
		alertNames.map(() => 'https://docs.example/operate/alarms.md'),
	)
})

test('the dashboard shows each objective: how fast its budget is spent, and what is left of it', () => {
	const { panels } = JSON.parse(read('grafana-dashboard.json')) as { panels: { targets?: { expr: string }[] }[] }
	const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
	const objectives = [...alerts.matchAll(/expr: accord:(\w+):ratio_3d > (0\.\d+) /g)]
	assert.equal(objectives.length, 3)
	for (const [, objective, budget] of objectives)
		assert.ok(shown.includes(`accord:${objective}:ratio_1h / ${budget}`), objective)
	const left = shown.filter(expr => expr.includes('[30d]')).map(expr => expr.slice(expr.lastIndexOf(' / ') + 3))
	assert.deepEqual(
		left,
		objectives.map(([, , budget]) => budget),
	)
})
