import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the build of `packages/web` lies. */
export const pageDirectory = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))

/** Whether the page has such a file now: it may be built anew while the service runs. */
export async function hasPageFile(directory: string, file: string): Promise<boolean> {
	try {
		await access(join(directory, file))
		return true
	} catch {
		return false
	}
}

/** A file that the build writes beside the page: its name is one segment, and it is no compressed twin. */
export function isAssetName(name: string): boolean {
	return /^[\w-]+(\.[\w-]+)*\.(js|css|svg|png|woff2)$/.test(name)
}
