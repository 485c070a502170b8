import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

// The software bill of materials of an installation, as CycloneDX: npm's own, from the lock file and without development
// dependencies, and the crates of the local ledger, the codec and the blueprint. Printed, not committed:
// npm run --silent sbom > sbom.json

type Component = {
	readonly type: string
	readonly name: string
	readonly version: string
	readonly purl: string
	readonly [member: string]: unknown
}
type Sbom = { readonly components: readonly Component[]; readonly [member: string]: unknown }

const root = new URL('../', import.meta.url)
const npmSbom = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only']

const sbom = JSON.parse(execFileSync('npm', npmSbom, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })) as Sbom
console.log(JSON.stringify({ ...sbom, components: [...sbom.components, ...crates()] }, undefined, '\t'))

/** The crates of Cargo's lock files, each version once. */
function crates(): Component[] {
	const locks = ['packages/ledger/native/Cargo.lock', 'blueprints/instamint/Cargo.lock']
	const locked = locks.flatMap(lock => cratesOf(readFileSync(new URL(lock, root), 'utf8')))
	return [...new Map(locked.map(crate => [crate.purl, crate])).values()]
}

/** Crates without a source are our own. */
function cratesOf(lock: string): Component[] {
	return lock.split('[[package]]\n').flatMap(entry => {
		const { name, version, source, checksum } = fieldsOf(entry)
		if (name === undefined || version === undefined || source === undefined) return []
		const hashes = checksum === undefined ? {} : { hashes: [{ alg: 'SHA-256', content: checksum }] }
		return [{ type: 'library', name, version, purl: purlOf({ name, version, source }), ...hashes }]
	})
}

function fieldsOf(entry: string): Record<string, string> {
	return Object.fromEntries([...entry.matchAll(/^(\w+) = "(.*)"$/gm)].map(([, name = '', value = '']) => [name, value]))
}

function purlOf({ name, version, source }: { name: string; version: string; source: string }): string {
	const git = source.startsWith('git+') ? `?vcs_url=${encodeURIComponent(source)}` : ''
	return `pkg:cargo/${name}@${version}${git}`
}
