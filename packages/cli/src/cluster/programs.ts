import { globSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The programs of others that a cluster consists of, by the path of each. */
export type Programs = {
	readonly nginx: string
	readonly nats: string
	/** The folder of PostgreSQL's. */
	readonly postgres: string
}

// Where setup.cjs unpacks Debian's for the tests.
const unpacked = fileURLToPath(new URL('../../../../node_modules/.accord-debian/usr/sbin', import.meta.url))

/** @throws Error naming all that are missing, and how to install them */
export function findPrograms(env: NodeJS.ProcessEnv): Programs {
	const folders = [...(env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', unpacked]
	const find = (name: string) => folders.map(folder => join(folder, name)).find(isFile)
	const [nginx, nats] = [find('nginx'), find('nats-server')]
	const postgres = postgresPrograms() ?? find('initdb')?.slice(0, -'/initdb'.length)
	return requireAll({ nginx, nats, postgres })
}

const packages = { nginx: 'nginx', nats: 'nats-server', postgres: 'postgresql' }

/** @throws Error naming Debian's packages of all that are missing */
export function requireAll({ nginx, nats, postgres }: { [Name in keyof Programs]: string | undefined }): Programs {
	if (nginx !== undefined && nats !== undefined && postgres !== undefined) return { nginx, nats, postgres }
	const found = Object.entries({ nginx, nats, postgres })
	const missing = found.flatMap(([name, path]) => (path === undefined ? [packages[name as keyof Programs]] : []))
	const install = `apt-get install ${missing.join(' ')}`
	throw new Error(
		`a cluster needs ${missing.join(', ')}, not found here: ${install} (no service of theirs needs to run)`,
	)
}

/** Where Debian keeps the programs of its newest PostgreSQL server, if one is installed. */
export function postgresPrograms(): string | undefined {
	return globSync('/usr/lib/postgresql/*/bin/initdb')
		.map(initdb => initdb.slice(0, -'/initdb'.length))
		.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
		.at(-1)
}

function isFile(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
