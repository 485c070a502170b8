import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Runtime, runtime, withoutRuntime } from '../fixtures/runtimes.ts'

// Clients in other languages are generated from the OpenAPI document, and can be loaded.

const document = fileURLToPath(new URL('../../docs/api/openapi.json', import.meta.url))
let folder: string

before(() => {
	folder = mkdtempSync(join(tmpdir(), 'accord-generated-'))
})
after(() => rmSync(folder, { recursive: true }))

/** Runs a program in the folder; returns its output. */
async function run(program: string, args: readonly string[]): Promise<string> {
	const path = [dirname(runtime('python')), process.env.PATH].join(delimiter)
	const options = { cwd: folder, env: { ...process.env, PATH: path }, maxBuffer: 2 ** 26 }
	const { stdout, stderr } = await promisify(execFile)(program, args, options)
	return stdout + stderr
}

const python = (...lines: string[]) => run(runtime('python'), ['-c', lines.join('\n')])
const without = (name: Runtime) => ({ skip: withoutRuntime(name) })

// shows documents: Common generators can read them
test('openapi-python-client makes a whole client', without('openapi-python-client'), async () => {
	const args = ['generate', '--path', document, '--meta', 'none', '--output-path', join(folder, 'accord_client')]
	const printed = await run(runtime('openapi-python-client'), args)
	assert.doesNotMatch(printed, /Unable|Failure|duplicate|missing/)
	await python(
		'from accord_client import Client',
		'from accord_client.api.order_book import get_order_book',
		'from accord_client.models.checked_order import CheckedOrder',
		'from accord_client.models.check_order_by_manifest import CheckOrderByManifest',
		'assert CheckOrderByManifest(manifest="x").to_dict() == {"manifest": "x"}',
	)
})

// shows documents: Common generators can read them
test('datamodel-codegen makes models that refuse what the service refuses', without('datamodel-codegen'), async () => {
	const model = ['--output-model-type', 'pydantic_v2.BaseModel', '--output', join(folder, 'accord_models.py')]
	await run(runtime('datamodel-codegen'), ['--input', document, '--input-file-type', 'openapi', ...model])
	await python(
		'import accord_models as m, pydantic',
		'book = {"pair": {"base": "XRD", "quote": "xUSDC"}, "bids": [["0.05", "1000"]], "asks": [], "sequence": 1, "timestamp": 1, "timestamp_ms": 1}',
		'm.ShownOrderBook.model_validate(book)',
		'for wrong in ([["0.05"]], [["0.05", "1", "2"]], [["1e3", "1"]]):',
		'    try: m.ShownOrderBook.model_validate({**book, "bids": wrong})',
		'    except pydantic.ValidationError: continue',
		'    raise AssertionError(wrong)',
	)
})

// shows documents: Common generators can read them
test('openapi-typescript makes types that compile', without('openapi-typescript'), async () => {
	await run(process.execPath, [runtime('openapi-typescript'), document, '-o', join(folder, 'accord.ts')])
	writeFileSync(
		join(folder, 'use.ts'),
		[
			"import type { components } from './accord.ts'",
			"const level: components['schemas']['PriceLevel'] = ['0.05', '1000']",
			"const fill: components['schemas']['Compose'] = { type: 'LimitOrder', account: 'a', role: 'maker', order_id: 'b' }",
			'export { fill, level }',
		].join('\n'),
	)
	const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))
	const options = [
		'--noEmit',
		'--strict',
		'--allowImportingTsExtensions',
		'--module',
		'esnext',
		'--moduleResolution',
		'bundler',
	]
	await run(process.execPath, [tsc, ...options, join(folder, 'use.ts')])
})
