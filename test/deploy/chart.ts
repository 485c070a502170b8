import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runtime, withoutRuntime } from '../fixtures/runtimes.ts'

/** Where the Helm chart is. */
export const chart = fileURLToPath(new URL('../../deploy/helm/accord', import.meta.url))

/** The oldest Kubernetes that the chart is for, and the newest whose schemas there are. */
export const kubernetesVersions = ['1.29.0', '1.37.0'] as const

/** One object of Kubernetes. */
export type Manifest = {
	readonly kind: string
	readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> }
	// biome-ignore lint/suspicious/noExplicitAny: each kind has its own shape, which the schemas check
	readonly [part: string]: any
}

/** Why the tests of the chart are skipped, if they are. In CI a skip is a failure. */
export function withoutHelm(): string | false {
	return withoutRuntime('helm') || withoutRuntime('kubeconform') || withoutRuntime('python')
}

export type Rendered = { readonly text: string; readonly manifests: readonly Manifest[] }

/** What `helm template` prints, as it is and read. @throws Error with what Helm says */
export function render(options: readonly string[], kubernetes: string = kubernetesVersions[1]): Rendered {
	const text = helm('template', 'accord', chart, '--kube-version', kubernetes, ...options)
	return { text, manifests: readYaml(text) as Manifest[] }
}

/** @throws Error with what Helm says */
export function helm(...args: readonly string[]): string {
	const { status, stdout, stderr } = spawnSync(runtime('helm'), args, { encoding: 'utf8', maxBuffer: 16 << 20 })
	if (status === 0) return stdout
	throw new Error(`${stdout}\n${stderr}`)
}

/** Every document of a YAML text. */
export function readYaml(text: string): unknown[] {
	const program = 'import json, sys, yaml; json.dump([d for d in yaml.safe_load_all(sys.stdin) if d], sys.stdout)'
	return JSON.parse(
		execFileSync(runtime('python'), ['-c', program], { input: text, encoding: 'utf8', maxBuffer: 16 << 20 }),
	)
}

/** What kubeconform finds in manifests by that version's schemas, in which a field that does not exist is an error. */
export function findFaults({ text, manifests }: Rendered, kubernetes: string): { checked: number; faults: string[] } {
	const folder = mkdtempSync(join(tmpdir(), 'accord-schemas-'))
	try {
		const kinds = new Set(manifests.map(({ kind }) => kind.toLowerCase()))
		copySchemas({ kinds, kubernetes, folder })
		const location = join(folder, '{{.ResourceKind}}{{.KindSuffix}}.json')
		const options = ['-strict', '-output', 'json', '-summary', '-skip', 'ServiceMonitor,PrometheusRule']
		const args = [...options, '-kubernetes-version', kubernetes, '-schema-location', location]
		const { stdout, stderr } = spawnSync(runtime('kubeconform'), args, { input: text, encoding: 'utf8' })
		if (stdout === '') throw new Error(stderr)
		const { resources, summary } = JSON.parse(stdout)
		const faults = resources.map(({ kind, name, msg }: Record<string, string>) => `${kind} ${name}: ${msg}`)
		return { checked: summary.valid, faults }
	} finally {
		rmSync(folder, { recursive: true })
	}
}

/** Those of the package kubernetes-validate, which name each other by addresses that nothing answers. */
function copySchemas({
	kinds,
	kubernetes,
	folder,
}: {
	kinds: ReadonlySet<string>
	kubernetes: string
	folder: string
}) {
	const packaged = join(runtime('python'), '../../lib/python*/site-packages/kubernetes_validate/kubernetes-json-schema')
	for (const file of globSync(join(packaged, `v${kubernetes}-local-strict`, '*.json'))) {
		const name = basename(file)
		if (name !== '_definitions.json' && !kinds.has(name.slice(0, name.indexOf('-')))) continue
		const { $id: _, ...schema } = JSON.parse(readFileSync(file, 'utf8'))
		const text = JSON.stringify(schema).replaceAll('"/api/_definitions.json', '"_definitions.json')
		writeFileSync(join(folder, name), text)
	}
}
