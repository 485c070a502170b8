import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { generatedFiles } from './generated-files.ts'

const require = createRequire(import.meta.url)
const codec = require('../packages/ledger/native/wasm.cjs')
const blueprint = require('../blueprints/build.cjs')

for (const { path, text } of await generatedFiles()) {
	writeFileSync(new URL(`../${path}`, import.meta.url), text)
	console.log(`written ${path}`)
}
for (const build of [codec, blueprint]) build.generate({ log: console.error })
