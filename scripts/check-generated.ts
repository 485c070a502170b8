import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { generatedFiles } from './generated-files.ts'

const require = createRequire(import.meta.url)
const { checkTypings, checkRust } = require('../packages/ledger/native/build.cjs')
const blueprint = require('../blueprints/build.cjs')
const codec = require('../packages/ledger/native/wasm.cjs')

const stale: string[] = []
for (const { path, text } of await generatedFiles()) {
	if (readFileSync(new URL(`../${path}`, import.meta.url), 'utf8') !== text) stale.push(path)
}
if (stale.length > 0) {
	console.error(`stale: ${stale.join(', ')}\nRun: npm run generate`)
	process.exitCode = 1
}
await checkTypings({ log: console.error })
codec.checkStamp()
blueprint.check({ log: console.error })
await checkRust({ log: console.error })
