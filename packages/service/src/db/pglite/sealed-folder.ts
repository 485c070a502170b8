import { createHash } from 'node:crypto'
import { constants, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Notes beside the folder what all its files are, so that a copy can be compared with it. */
export function sealFolder(folder: string): void {
	writeFileSync(sealOf(folder), hashOf(folder))
}

/** @throws Error if the copy is not what was sealed, in any byte or name */
export async function copySealed(folder: string, copy: string): Promise<void> {
	await copyFolder(folder, copy)
	if (readFileSync(sealOf(folder), 'utf8') !== hashOf(copy)) throw new Error(`${folder} has changed since it was made`)
}

/** Shares the files' blocks with the original until they are written, where the file system can do that. */
export async function copyFolder(folder: string, copy: string): Promise<void> {
	await cp(folder, copy, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

function sealOf(folder: string): string {
	return `${folder}.sha256`
}

/** Of the paths of all files and folders, and the files' lengths and bytes. */
function hashOf(folder: string): string {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
	const found = entries.map(entry => {
		const path = join(entry.parentPath, entry.name)
		return { path, name: relative(folder, path), bytes: entry.isFile() ? readFileSync(path) : undefined }
	})
	const hash = createHash('sha256')
	for (const { name, bytes } of found.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
		hash.update(JSON.stringify([name, bytes?.length ?? null]))
		if (bytes !== undefined) hash.update(bytes)
	}
	return hash.digest('hex')
}
