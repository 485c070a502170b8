import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { generatedFiles } from './generated-files.ts'

const { generateArtifact } = createRequire(import.meta.url)('../packages/ledger/native/wasm.cjs')

for (const { path, text } of await generatedFiles()) {
	writeFileSync(new URL(`../${path}`, import.meta.url), text)
	console.log(`written ${path}`)
}
generateArtifact({ log: console.error })
