import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'

// The release, run dry in a copy: packing builds from scratch, beside tests that use what is built here. Publishing itself
// is untested.

const project = fileURLToPath(new URL('../../', import.meta.url))
const published = ['codec', 'protocol', 'sdk']
let copy: string

before(() => {
	copy = mkdtempSync(join(tmpdir(), 'accord-release-'))
	for (const name of ['package.json', 'tsconfig.json', 'CHANGELOG.md', 'LICENSE', 'NOTICE', 'setup.cjs', 'scripts'])
		cpSync(join(project, name), join(copy, name), { recursive: true })
	for (const name of published)
		cpSync(join(project, 'packages', name), join(copy, 'packages', name), {
			recursive: true,
			filter: from => !/\/(node_modules|dist)$/.test(from),
		})
	symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'))
})
after(() => rmSync(copy, { recursive: true, force: true }))

function release(args: readonly string[] = [], environment: Readonly<Record<string, string>> = {}) {
	const { GITHUB_REF_NAME: _, GITHUB_REPOSITORY: __, ...env } = process.env
	const flags = ['--disable-warning=ExperimentalWarning', 'scripts/release.ts', ...args]
	return spawnSync(process.execPath, flags, { cwd: copy, encoding: 'utf8', env: { ...env, ...environment } })
}

test('one command packs what is public, with all that a registry asks for, and publishes nothing unasked', () => {
	const { status, stdout, stderr } = release()
	assert.equal(status, 0, stderr)
	const [last, ...lines] = stdout.trim().split('\n').reverse()
	assert.equal(last, 'nothing was published')
	for (const [at, name] of published.toReversed().entries()) {
		const [, version, tarball = '', integrity] = lines[at]?.match(/^\S+ (\S+): (\S+), .*(sha512-\S+)$/) ?? []
		assert.ok(lines[at]?.startsWith(`@accord/${name} `) && integrity !== undefined, lines[at])
		const read = spawnSync('tar', ['-xOf', join(copy, tarball), 'package/package.json'], { encoding: 'utf8' })
		const manifest = JSON.parse(read.stdout)
		assert.equal(manifest.version, version)
		assert.deepEqual(manifest.publishConfig, { access: 'public', provenance: true })
		assert.deepEqual(manifest.repository, { type: 'git', directory: `packages/${name}` })
		for (const member of ['description', 'license', 'keywords', 'engines', 'exports'])
			assert.ok(manifest[member], member)
		const files = spawnSync('tar', ['-tf', join(copy, tarball)], { encoding: 'utf8' }).stdout
		assert.match(files, /LICENSE/)
		assert.doesNotMatch(files, /\.test\.|\/src\//)
	}
})

test('nothing is published without its tag, its section of the changelog and one version for all', () => {
	const refusals = (run: ReturnType<typeof release>) => {
		assert.equal(run.status, 1, run.stdout)
		return run.stderr
	}
	assert.match(refusals(release(['--publish'])), /the tag is not known in place of v.*\nGITHUB_REPOSITORY is not set/)
	assert.match(refusals(release(['--publish'], { GITHUB_REF_NAME: 'v9.9.9' })), /the tag is v9\.9\.9 in place of v/)
	const path = join(copy, 'packages/sdk/package.json')
	const text = readFileSync(path, 'utf8')
	writeFileSync(path, text.replace(/"version": "[^"]*"/, '"version": "9.9.9"'))
	assert.match(refusals(release()), /@accord\/sdk has version 9\.9\.9 in place of/)
	writeFileSync(path, text)
	const changelog = join(copy, 'CHANGELOG.md')
	writeFileSync(changelog, readFileSync(changelog, 'utf8').replace(/\n## \d.*/, '\n## Later'))
	assert.match(refusals(release()), /CHANGELOG\.md has no section/)
})

test('the workflow of a tag runs every check before it publishes, by commands that there are', () => {
	const workflow = readFileSync(join(project, '.github/workflows/release.yml'), 'utf8')
	const commands = [...workflow.matchAll(/- run: (.*)/g)].map(([, command]) => command)
	assert.deepEqual(commands, ['npm ci', 'CI=true .ci/run', 'npm run release -- --publish'])
	assert.ok(existsSync(join(project, '.ci/run')))
	assert.ok('release' in JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')).scripts)
	assert.match(workflow, /id-token: write/)
})
