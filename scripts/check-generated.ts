import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { committedBuilds } from './committed-builds.ts'
import { generateConformance } from './generate-conformance.ts'
import { generatedFiles } from './generated-files.ts'

const { whyNot, checkRust } = createRequire(import.meta.url)('../packages/ledger/native/cargo.cjs')

const stale = committedBuilds.filter(build => !build.isCurrent()).map(({ name }) => name)
for (const { path, text } of await generatedFiles()) {
	if (readFileSync(new URL(`../${path}`, import.meta.url), 'utf8') !== text) stale.push(path)
}
for (const name of stale) console.error(`${name} is stale. Run: npm run generate`)
if (stale.length > 0) process.exitCode = 1

// This table is not committed, but making it throws if a comment `// shows …` names an unknown section or is not directly above a test.
generateConformance()

// In CI, a skipped check is a failure.
const reason: string | undefined = process.env.CI === 'true' ? undefined : whyNot()
if (reason === undefined) checkRust({ log: console.error })
else console.error(`skipped: format and clippy of the Rust: ${reason}`)
