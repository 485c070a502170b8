import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { forbiddenImports, forbiddenIn, packages, serviceFolders } from '../../scripts/import-direction.ts'

test('no import of the packages goes against the direction', () => assert.deepEqual(forbiddenImports(), []))

test('every package and every folder of the service has its place', () => {
	const foldersOf = (path: string) =>
		readdirSync(new URL(`../../${path}`, import.meta.url), { withFileTypes: true })
			.filter(entry => entry.isDirectory())
			.map(({ name }) => name)
	assert.deepEqual(foldersOf('packages').sort(), Object.keys(packages).sort())
	const folders = foldersOf('packages/service/src').filter(name => name !== 'testing')
	assert.deepEqual(folders.sort(), serviceFolders.toSorted())
})

const db = 'packages/service/src/db/x.ts'
const embedded = 'packages/service/src/db/embedded/x.ts'
const forbidden: readonly (readonly [title: string, file: string, imported: string, reason: RegExp])[] = [
	['a later folder of the service', db, '../api/x.ts', /db imports no folder that comes after it: bus, .*, api$/],
	['a file in a folder of a later folder', db, '../api/http/x.ts', /no folder that comes after it/],
	['a later folder, from a folder in a folder', embedded, '../../orders/x.ts', /no folder that comes after it/],
	['the root of the service', db, '../service.ts', /db imports no file of the service’s root$/],
	['the root, from a folder in a folder', embedded, '../../service.ts', /no file of the service’s root$/],
	['a package that it must not import', db, '@accord/sdk', /service may import: protocol, ledger, instamint$/],
	['a door of such a package', 'packages/bots/src/x.ts', '@accord/codec/door', /may import: protocol, sdk, ledger$/],
	['such a package, in a test', 'packages/protocol/src/x.test.ts', '@accord/codec', /protocol may import: none$/],
	['a file of another package', db, '../../../ledger/src/index.ts', /imported by its name, @accord\/ledger$/],
	['its own package by its name', 'packages/protocol/src/x.ts', '@accord/protocol', /by their paths$/],
	['Node, in protocol', 'packages/protocol/src/book/x.ts', 'node:fs/promises', /runs in browsers, and has no I\/O$/],
	['ws, in protocol', 'packages/protocol/src/x.ts', 'ws', /runs in browsers, and has no I\/O$/],
	['Zod, in protocol', 'packages/protocol/src/order/x.ts', 'zod', /messages are declared with #schema$/],
	['Node, in codec', 'packages/codec/src/door/x.ts', 'node:fs', /runs in browsers, and has no I\/O$/],
]
for (const [title, file, imported, reason] of forbidden) {
	test(`error: a file that imports ${title}`, () => {
		const [line = '', ...others] = forbiddenIn(file, `import { x } from '${imported}'\n`)
		assert.deepEqual(others, [])
		assert.ok(line.startsWith(`${file} imports ${imported}: `), line)
		assert.match(line, reason)
	})
}

const ways = [
	"import type { x } from '../api/x.ts'",
	"import '../api/x.ts'",
	"export * from '../api/x.ts'",
	"export {\n\tx,\n} from '../api/x.ts'",
	"const x = await import('../api/x.ts')",
	"const x = await import(\n\t'../api/x.ts'\n)",
	"const x = require('../api/x.ts')",
	"type X = import('../api/x.ts').X",
]
for (const way of ways) {
	test(`error: ${way.replaceAll(/\s+/g, ' ')}`, () => assert.equal(forbiddenIn(db, way).length, 1))
}

const allowed: readonly (readonly [title: string, file: string, imported: string])[] = [
	['an earlier folder of the service', 'packages/service/src/api/http/x.ts', '../../db/x.ts'],
	['its own folder', embedded, '../x.ts'],
	['a later folder, in a test', 'packages/service/src/db/x.test.ts', '../api/x.ts'],
	['any folder, from the root of the service', 'packages/service/src/service.ts', './api/x.ts'],
	['a package that it may import', db, '@accord/protocol/contract'],
	['a third-party package', db, 'pg'],
	['Node, in a test', 'packages/protocol/src/x.test.ts', 'node:fs'],
	['Node, in the file that browsers leave out', 'packages/codec/src/door/artifact-file.ts', 'node:fs'],
]
for (const [title, file, imported] of allowed) {
	test(`a file may import ${title}`, () => assert.deepEqual(forbiddenIn(file, `import { x } from '${imported}'\n`), []))
}
