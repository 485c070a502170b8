import { writeFileSync } from 'node:fs'
import { committedBuilds } from './committed-builds.ts'

// The programs first, since some of the files are made with them.
for (const build of committedBuilds) build.generate({ log: console.error })

const { generatedFiles } = await import('./generated-files.ts')
for (const { path, text } of await generatedFiles()) {
	writeFileSync(new URL(`../${path}`, import.meta.url), text)
	console.log(`written ${path}`)
}
