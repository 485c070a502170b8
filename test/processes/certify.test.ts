import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runtime, withoutRuntime } from '../fixtures/runtimes.ts'
import { CommandLine } from '../network/command-line.ts'

const examples = fileURLToPath(new URL('../../examples/', import.meta.url))
const main = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'accord-certified-'))
const accord = new CommandLine({ PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: join(examples, 'python') })
const node = `exec '${process.execPath}' --conditions=accord-source --disable-warning=ExperimentalWarning`
after(async () => {
	await accord.dispose()
	rmSync(folder, { recursive: true, force: true })
})

type Certificate = {
	readonly passed: boolean
	readonly cases: readonly { name: string; passed: boolean; why?: string }[]
}

/** The command that the page shows: it has to work in a clone where nothing was built. */
function documentedCommand(): string {
	const page = readFileSync(join(examples, '../docs/certify.md'), 'utf8')
	return /accord -- certify "([^"]+)"/.exec(page)?.[1] ?? assert.fail('docs/certify.md shows no command')
}

async function certify(maker: string, command: string): Promise<Certificate & { code: number | undefined }> {
	const report = join(folder, `${maker}.json`)
	const { code, output } = await accord.ask('certify', command, '--report', report)
	const certificate = JSON.parse(readFileSync(report, 'utf8')) as Certificate
	assert.match(output, new RegExp(`of ${certificate.cases.length} cases passed`))
	return { code, ...certificate }
}

const failed = ({ cases }: Certificate) => cases.filter(({ passed }) => !passed)

describe('accord certify', { concurrency: true }, () => {
	for (const { name, command, ...options } of [
		{ name: 'maker.mjs', command: documentedCommand },
		{
			name: 'maker.py',
			command: () => `exec '${runtime('python')}' '${examples}python/maker.py' {network}`,
			skip: withoutRuntime('python'),
		},
		{ name: 'accord hedge', command: () => `${node} '${main}' hedge '${examples}hedge.json' --network {network}` },
	])
		test(`${name} passes every case`, options, async () => {
			const certificate = await certify(name, command())
			assert.deepEqual(failed(certificate), [])
			assert.ok(certificate.cases.length >= 50)
			assert.deepEqual([certificate.code, certificate.passed], [0, true])
		})

	test('a maker that looks at no price fails where prices are wrong, and the report says at what', async () => {
		const careless = join(examples, `.careless-${process.pid}.mjs`)
		const text = readFileSync(join(examples, 'maker.mjs'), 'utf8')
		writeFileSync(
			careless,
			text.replace('books: [book],', "books: [{ ...book, bids: levels('1'), asks: levels('0.001') }],"),
		)
		try {
			const certificate = await certify('careless', `${node} '${careless}' {network}`)
			assert.deepEqual([certificate.code, certificate.passed], [1, false])
			const names = failed(certificate).map(({ name }) => name)
			for (const lie of [
				'a sale at twenty times its bid',
				'a sale a little above its bid',
				'a purchase a little below its ask',
			])
				assert.ok(names.includes(`does not sign ${lie}`), lie)
		} finally {
			rmSync(careless)
		}
	})
})

test('a program that does not start fails the first cases, with its last words', async () => {
	const { code, output } = await accord.ask('certify', "echo 'no such maker'; exit 1")
	assert.equal(code, 1)
	assert.match(output, /FAILED {2}comes with its key in a header: a session did not happen within 30 s/)
	assert.match(output, /no such maker/)
})
