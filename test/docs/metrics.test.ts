import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { startTestNetwork } from '../network/test-network.ts'

const root = new URL('../../', import.meta.url)
const key = 'a-key-of-the-operator-for-the-documents'

/** The names of the metrics that a service has. */
async function metricsOf(url: string): Promise<string[]> {
	const text = await (await fetch(`${url}/metrics`)).text()
	return [...text.matchAll(/^# TYPE (accord_\w+) /gm)].map(([, name = '']) => name)
}

/** What the operator's page lists, written as `name{label,label}`. */
function documentedMetrics(): string[] {
	const [, section = ''] = readFileSync(new URL('docs/operate/alarms.md', root), 'utf8').split('## Metrics and logs')
	const rows = [...section.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = '']) => cell)
	return rows.flatMap(cell => [...cell.matchAll(/`(\w+)(?:\{[\w,]+\})?`/g)].map(([, name]) => `accord_${name}`))
}

// shows operation: Metrics as documented
test('every metric that is documented or alerted on exists, and every existing one is documented', async t => {
	const network = await startTestNetwork({ settings: { operator: { port: 0, key } } })
	t.after(() => network.stop())
	const found = await metricsOf(network.service.operatorUrl ?? '')
	assert.deepEqual(documentedMetrics().toSorted(), found.toSorted())
	const alerts = readFileSync(new URL('deploy/prometheus-alerts.yaml', root), 'utf8')
	const alerted = new Set([...alerts.matchAll(/\baccord_\w+/g)].map(([name]) => name.replace(/_(bucket|count)$/, '')))
	assert.ok(alerted.size > 0)
	for (const name of alerted) assert.ok(found.includes(name), name)
})
