import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

// Packs every public package for the registry into dist/packages, once all of them and the changelog have one version:
// npm run release. With `-- --publish`, as the release workflow calls it on a tag, they are published with provenance;
// GITHUB_REPOSITORY and GITHUB_REF_NAME, which the workflow's runner sets, say from where and which version.

type Manifest = {
	readonly name: string
	readonly version: string
	readonly private?: boolean
	readonly dependencies?: Readonly<Record<string, string>>
}
type Packed = { readonly name: string; readonly filename: string; readonly size: number; readonly integrity: string }

const into = 'dist/packages'

process.chdir(fileURLToPath(new URL('../', import.meta.url)))
const { values } = parseArgs({ options: { publish: { type: 'boolean', default: false } } })
const { version } = readManifest('package.json')
const published = globSync('packages/*/package.json')
	.sort()
	.map(path => ({ folder: dirname(path), ...readManifest(path) }))
	.filter(manifest => manifest.private !== true)
const faults = [...published.flatMap(faultsOf), ...faultsOfRelease()]
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exit(1)

rmSync(into, { recursive: true, force: true })
mkdirSync(into, { recursive: true })
const workspaces = published.flatMap(({ folder }) => ['-w', folder])
if (values.publish) npm('pkg', 'set', `repository.url=${repositoryUrl()}`, ...workspaces)
const packed = JSON.parse(npm('pack', '--json', '--pack-destination', into, ...workspaces)) as readonly Packed[]
for (const { name, filename, size, integrity } of packed) {
	console.log(`${name} ${version}: ${into}/${filename}, ${size} bytes, ${integrity}`)
	if (values.publish) npm('publish', `${into}/${filename}`)
}
if (!values.publish) console.log('nothing was published')

function readManifest(path: string): Manifest {
	return JSON.parse(readFileSync(path, 'utf8')) as Manifest
}

/** One version for all, and what is published depends on nothing that is not. */
function faultsOf({ name, version: own, dependencies = {} }: Manifest): string[] {
	const ours = Object.entries(dependencies).filter(([dependency]) => dependency.startsWith('@accord/'))
	const unpublished = ours.filter(([dependency]) => !published.some(each => each.name === dependency))
	return [
		...(own === version ? [] : [`${name} has version ${own} in place of ${version}`]),
		...ours.filter(([, of]) => of !== version).map(([of, found]) => `${name} needs ${of} ${found}, not ${version}`),
		...unpublished.map(([dependency]) => `${name} needs ${dependency}, which is private`),
	]
}

function faultsOfRelease(): string[] {
	const tag = process.env.GITHUB_REF_NAME
	const hasSection = readFileSync('CHANGELOG.md', 'utf8').includes(`\n## ${version}`)
	return [
		...(hasSection ? [] : [`CHANGELOG.md has no section ${version}`]),
		...(values.publish && tag !== `v${version}` ? [`the tag is ${tag ?? 'not known'} in place of v${version}`] : []),
		...(values.publish && process.env.GITHUB_REPOSITORY === undefined ? ['GITHUB_REPOSITORY is not set'] : []),
	]
}

/** Provenance is refused unless it names the repository that the workflow runs in. */
function repositoryUrl(): string {
	return `git+${process.env.GITHUB_SERVER_URL ?? 'https://github.com'}/${process.env.GITHUB_REPOSITORY}.git`
}

function npm(...args: readonly string[]): string {
	return execFileSync('npm', [...args, '--loglevel=error', '--no-update-notifier'], {
		encoding: 'utf8',
		shell: process.platform === 'win32',
		stdio: ['ignore', 'pipe', 'inherit'],
	})
}
