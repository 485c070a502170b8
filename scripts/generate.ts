import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { generatedFiles } from './generated-files.ts'

const require = createRequire(import.meta.url)
const { generateArtifact } = require('../packages/ledger/native/wasm.cjs')
const { generateArtifacts } = require('../blueprints/build.cjs')

for (const { path, text } of await generatedFiles()) {
	writeFileSync(new URL(`../${path}`, import.meta.url), text)
	console.log(`written ${path}`)
}
generateArtifact({ log: console.error })
generateArtifacts({ log: console.error })
