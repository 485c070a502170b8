import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { readConfig } from '@accord/service'
import { settings } from '../../packages/service/src/testing/config-fixture.ts'
import { findFaults, helm, kubernetesVersions, type Manifest, readYaml, render, withoutHelm } from './chart.ts'

const deploy = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'accord-chart-'))
after(() => rmSync(folder, { recursive: true }))

/** What an operator has: the configuration, and the files of the Secret. */
const files = {
	'service.jsonc': JSON.stringify({ ...settings, service_key: { curve: 'Ed25519' }, database: { directory: '/data' } }),
	'service.key': '11'.repeat(32),
	'service.key.new': '44'.repeat(32),
	'service.key.former': '22'.repeat(32),
	'operator.key': '33'.repeat(32),
	'database.password': 'database-secret',
	'bus.password': 'bus-secret',
	'ca.pem': '-----BEGIN CERTIFICATE-----',
}
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 })

const set = (...values: readonly string[]) => values.flatMap(value => ['--set', value])
const config = ['--set-file', `config=${join(folder, 'service.jsonc')}`]
const least = [...config, ...set('database.url=postgres://accord@db/accord', 'bus.servers={tls://nats:4222}')]
const everything = [
	...[...least, ...set('bus.caFile=ca.pem', 'trustedProxies={10.0.0.0/8,10.1.2.3}')],
	...set('nextServiceKey=true', 'formerServiceKey=true'),
	...set(
		'ingress.enabled=true',
		'ingress.className=nginx',
		'serviceMonitor.enabled=true',
		'env.ACCORD_LOG_LEVEL=debug',
	),
	...set(
		'prometheusRule.enabled=true',
		'prometheusRule.runbooks=https://runbooks.example',
		'grafanaDashboard.enabled=true',
	),
	...set('networkPolicy.publicFrom[0].podSelector.matchLabels.app=proxy', 'imagePullSecrets[0].name=registry'),
	...set(
		'nodeSelector.disk=ssd',
		'tolerations[0].operator=Exists',
		'podAnnotations.team=trade',
		'priorityClassName=high',
	),
	...set('service.type=LoadBalancer', 'service.annotations.from=a', 'ingress.annotations.to=b'),
	...set(`image.digest=sha256:${'0'.repeat(64)}`),
]

/** The only manifest of its kind, or the one with that name. */
function find(manifests: readonly Manifest[], kind: string, name?: string): Manifest {
	const found = manifests.filter(one => one.kind === kind && (name === undefined || one.metadata.name === name))
	assert.equal(found.length, 1, kind)
	return found[0] as Manifest
}

describe('the Helm chart', { skip: withoutHelm() }, () => {
	for (const version of kubernetesVersions)
		test(`Kubernetes ${version} has every kind and field that it renders`, () => {
			helm('lint', '--strict', '--quiet', new URL('../../deploy/helm/accord', import.meta.url).pathname, ...everything)
			for (const [options, count] of [
				[least, 7],
				[everything, 9],
			] as const) {
				const { checked, faults } = findFaults(render(options, version), version)
				assert.deepEqual(faults, [])
				assert.equal(checked, count)
			}
		})

	test('error: a field that Kubernetes lacks is found', () => {
		const rendered = render(least)
		const text = rendered.text.replace('maxUnavailable:', 'maxUnavailabel:')
		assert.match(findFaults({ ...rendered, text }, kubernetesVersions[1]).faults.join(), /maxUnavailabel/)
	})

	test('error: values that are missing, unknown or secret are refused', () => {
		const wrong = [
			[set('database.url=postgres://accord@db/accord', 'bus.servers={tls://nats:4222}'), /config/],
			[[...config, ...set('bus.servers={tls://nats:4222}')], /database/],
			[[...config, ...set('database.url=postgres://accord@db/accord')], /servers/],
			[[...least, ...set('replica=5')], /replica/],
			[[...least, ...set('database.url=postgres://accord:secret@db/accord')], /url/],
		] as const
		for (const [options, reason] of wrong) assert.throws(() => render(options), reason)
	})

	// shows operation: A pod of the Helm chart runs with the operator's configuration and Secret
	test('the service takes the configuration of a pod, whose addresses and keys are the chart’s', async () => {
		const { spec } = find(render(everything).manifests, 'StatefulSet').spec.template
		const [container] = spec.containers
		const here = (value: string) => value.replace(/^\/(etc|run)\/accord\//, `${folder}/`)
		const env = Object.fromEntries(
			container.env.map(({ name, value }: { name: string; value: string }) => [name, here(value)]),
		)
		const { host, port, operator, database, bus, trustedProxies, logLevel, ...keys } = await readConfig(env)
		assert.deepEqual([host, port, logLevel], ['0.0.0.0', 8480, 'debug'])
		assert.deepEqual(operator, { host: '0.0.0.0', port: 8490, key: files['operator.key'] })
		assert.match(JSON.stringify(database), /postgres:\/\/accord:database-secret@db\/accord/)
		assert.deepEqual(JSON.parse(JSON.stringify(bus)).servers, ['tls://nats:4222'])
		assert.match(JSON.stringify(bus), /bus-secret/)
		assert.match(JSON.stringify(bus), /accord-chart-\w+\/ca\.pem/)
		assert.deepEqual(trustedProxies, ['10.0.0.0/8', '10.1.2.3'])
		assert.deepEqual(
			[keys.serviceKey, keys.nextServiceKey, keys.formerServiceKey].map(key => key?.privateKeyHex),
			[files['service.key'], files['service.key.new'], files['service.key.former']],
		)
		// Kubernetes' own variables of a Service named accord would be settings.
		assert.equal(spec.enableServiceLinks, false)
		// The Secret has these two only while the key is rotated.
		for (const name of ['service.key.new', 'service.key.former']) rmSync(join(folder, name))
		const { nextServiceKey, formerServiceKey } = await readConfig(env)
		assert.deepEqual([nextServiceKey, formerServiceKey], [undefined, undefined])
	})

	test('a pod has no right that it does not need, and time to end', () => {
		const { spec } = find(render(least).manifests, 'StatefulSet').spec.template
		const [container] = spec.containers
		assert.deepEqual(
			[spec.automountServiceAccountToken, spec.securityContext.runAsNonRoot, spec.securityContext.runAsUser],
			[false, true, 10_001],
		)
		assert.deepEqual(container.securityContext, {
			readOnlyRootFilesystem: true,
			allowPrivilegeEscalation: false,
			capabilities: { drop: ['ALL'] },
		})
		// The service accepts a key file of mode 0440 if its group is the process's.
		const secrets = spec.volumes.find(({ name }: { name: string }) => name === 'secrets').secret
		assert.deepEqual([secrets.defaultMode, spec.securityContext.fsGroup], [0o440, spec.securityContext.runAsGroup])
		const [, drainS] = container.lifecycle.preStop.exec.command
		// How long the service itself takes at most to end.
		assert.ok(spec.terminationGracePeriodSeconds > Number(drainS) + 10)
	})

	test('the operator’s port is behind no Service that is public, nor the Ingress', () => {
		const { manifests } = render(everything)
		const services = manifests.filter(({ kind }) => kind === 'Service')
		const withOperator = services.filter(({ spec }) =>
			spec.ports.some(({ targetPort }: { targetPort: string }) => targetPort !== 'public'),
		)
		assert.deepEqual(
			withOperator.map(({ metadata, spec }) => [metadata.name, spec.type]),
			[['accord-operator', 'ClusterIP']],
		)
		const [rule] = find(manifests, 'Ingress').spec.rules
		assert.deepEqual(rule.http.paths[0].backend.service, { name: 'accord', port: { name: 'http' } })
		const open = find(render(least).manifests, 'NetworkPolicy').spec.ingress.filter(
			({ from }: { from?: unknown }) => from === undefined,
		)
		assert.deepEqual(open, [{ ports: [{ port: 'public' }] }])
	})

	// shows operation: The Helm chart is installed by the documented command
	test('the documented command and values install it', () => {
		const page = readFileSync(new URL('../../docs/operate/kubernetes.md', import.meta.url), 'utf8')
		const [, values = ''] = /^```yaml\n([\s\S]*?)^```$/m.exec(page) ?? []
		writeFileSync(join(folder, 'values.yaml'), values)
		const [, options = ''] = /^helm upgrade --install accord deploy\/helm\/accord (.+)$/m.exec(page) ?? []
		const here = options.replace('values.yaml', join(folder, 'values.yaml')).replace('=', `=${folder}/`)
		const rendered = render(here.split(' '))
		assert.deepEqual(findFaults(rendered, kubernetesVersions[1]), { checked: 8, faults: [] })
		const { spec } = find(rendered.manifests, 'StatefulSet').spec.template
		// Every file that pods are told of is in the Secret.
		const named = spec.containers[0].env.flatMap(
			({ value }: { value: string }) => /^\/run\/accord\/(.+)$/.exec(value)?.[1] ?? [],
		)
		const secret = [...page.matchAll(/--from-file=(\S+)/g)].map(([, file = '']) => file)
		assert.deepEqual(named.toSorted(), secret.toSorted())
	})

	test('Prometheus finds the operator’s port as the job that the alerts name, and has the alerts', () => {
		const { manifests } = render(everything)
		const { spec } = find(manifests, 'ServiceMonitor')
		const { metadata, ...operator } = find(manifests, 'Service', 'accord-operator')
		assert.equal(metadata.labels[spec.jobLabel], 'accord')
		const unmatched = Object.entries(spec.selector.matchLabels).filter(
			([name, value]) => metadata.labels[name] !== value,
		)
		assert.deepEqual(unmatched, [])
		assert.deepEqual(
			spec.endpoints.map(({ port, path }: { port: string; path: string }) => [port, path]),
			[[operator.spec.ports[0].name, '/metrics']],
		)
		const [alerts] = readYaml(
			deploy('prometheus-alerts.yaml').replaceAll('https://accord.example/docs', 'https://runbooks.example'),
		)
		assert.deepEqual(find(manifests, 'PrometheusRule').spec, alerts)
		const dashboard = find(manifests, 'ConfigMap', 'accord-dashboard').data['accord.json']
		assert.equal(dashboard, deploy('grafana-dashboard.json'))
	})
})
