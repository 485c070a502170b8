import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { committedBuilds } from './committed-builds.ts'

// For releases and doubters: builds every committed program again from its sources, and compares it with the committed
// one.

const folder = mkdtempSync(join(tmpdir(), 'accord-verify-'))
try {
	for (const build of committedBuilds) {
		for (const { artifact, sha256, isSame } of build.verify(join(folder, build.name), { log: console.error })) {
			console.log(`${isSame ? 'same  ' : 'DIFFERS'} ${sha256} ${artifact}`)
			if (!isSame) process.exitCode = 1
		}
	}
} finally {
	rmSync(folder, { recursive: true })
}
