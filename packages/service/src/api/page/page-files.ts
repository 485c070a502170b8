import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the build of `packages/web` lies. */
export const pageDirectory = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))

/** The page's files, by their paths below the folder; none when the page is not built. */
export function pageFiles(directory: string): string[] {
	try {
		return filesIn(directory, '').sort()
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
		throw error
	}
}

function filesIn(directory: string, prefix: string): string[] {
	return readdirSync(join(directory, prefix), { withFileTypes: true }).flatMap(entry =>
		entry.isDirectory() ? filesIn(directory, `${prefix}${entry.name}/`) : [`${prefix}${entry.name}`],
	)
}
