import { mkdirSync, writeFileSync } from 'node:fs'
import { committedBuilds } from './committed-builds.ts'
import { generateConformance } from './generate-conformance.ts'

// The programs first, since some of the files are made with them.
for (const build of committedBuilds) build.generate({ log: console.error })

const { generatedFiles } = await import('./generated-files.ts')
for (const { path, text } of [...(await generatedFiles()), generateConformance()]) {
	const file = new URL(`../${path}`, import.meta.url)
	mkdirSync(new URL('.', file), { recursive: true })
	writeFileSync(file, text)
	console.log(`written ${path}`)
}
