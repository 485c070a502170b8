import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const withoutGit = existsSync(`${root}.git`) ? false : 'not a clone'

// shows operation: The parts of an installation are known
test('the bill of materials has every package and crate of an installation, and no development tool', async () => {
	const script = ['--disable-warning=ExperimentalWarning', 'scripts/sbom.ts']
	const { stdout } = await promisify(execFile)(process.execPath, script, { cwd: root, maxBuffer: 2 ** 26 })
	const { bomFormat, components } = JSON.parse(stdout) as {
		bomFormat: string
		components: { purl: string; hashes?: unknown[] }[]
	}
	assert.equal(bomFormat, 'CycloneDX')
	const names = new Set(components.map(({ purl }) => decodeURIComponent(purl.split('@').slice(0, -1).join('@'))))
	for (const name of [
		'pkg:npm/fastify',
		'pkg:npm/pg',
		'pkg:cargo/radix-engine',
		'pkg:cargo/wasmi',
		'pkg:cargo/scrypto',
	])
		assert.ok(
			[...names].some(found => found.startsWith(name)),
			name,
		)
	for (const name of ['pkg:npm/vite', 'pkg:npm/@biomejs/biome', 'pkg:npm/playwright-core'])
		assert.ok(!names.has(name), name)
})

// shows operation: The parts of an installation are known
test('images have exact versions, and nothing just downloaded is run', () => {
	const files = ['deploy/Containerfile', 'deploy/compose.yaml', ...globSync('.github/workflows/*', { cwd: root })]
	const text = files.map(read).join('\n')
	const images = [...text.matchAll(/(?:FROM|image:) (docker\.io\S+)/g)].map(([, image = '']) => image)
	assert.ok(images.length >= 4)
	assert.deepEqual(
		images.filter(image => !/:\d+\.\d+(\.\d+)?(-[\w-]+)?(@sha256:[0-9a-f]{64})?$/.test(image)),
		[],
	)
	assert.doesNotMatch(text, /(curl|wget)[^\n]*\|\s*(ba|z)?sh/)
})

// shows operation: The parts of an installation are known
test('git never takes an operator’s secrets or configuration', { skip: withoutGit }, () => {
	const isIgnored = (path: string) =>
		spawnSync('git', ['check-ignore', '--quiet', '--no-index', path], { cwd: root }).status === 0
	const secret = ['deploy/secrets/service.key', 'deploy/secrets/postgres.password', 'deploy/config/service.jsonc']
	assert.deepEqual(secret.map(isIgnored), [true, true, true])
	assert.equal(isIgnored('deploy/config/mainnet.jsonc'), false)
})
