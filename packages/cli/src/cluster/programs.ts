import { statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The third-party programs that a cluster needs, each by its path. */
export type Programs = { readonly nginx: string; readonly nats: string }

// Where setup.cjs unpacks Debian's packages for the tests.
const unpacked = fileURLToPath(new URL('../../../../node_modules/.accord-debian/usr/sbin', import.meta.url))

/** @throws Error naming all that are missing, and how to install them */
export function findPrograms(env: NodeJS.ProcessEnv): Programs {
	const folders = [...(env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', unpacked]
	const find = (name: string) => folders.map(folder => join(folder, name)).find(isFile)
	return requireAll({ nginx: find('nginx'), nats: find('nats-server') })
}

const packages = { nginx: 'nginx', nats: 'nats-server' }

/** @throws Error naming Debian's packages of all that are missing */
export function requireAll({ nginx, nats }: { [Name in keyof Programs]: string | undefined }): Programs {
	if (nginx !== undefined && nats !== undefined) return { nginx, nats }
	const missing = Object.entries({ nginx, nats }).flatMap(([name, path]) =>
		path === undefined ? [packages[name as keyof Programs]] : [],
	)
	const install = `apt-get install ${missing.join(' ')}`
	throw new Error(
		`a cluster needs ${missing.join(', ')}, not found here: ${install} (none of their system services has to run)`,
	)
}

function isFile(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
