import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { NetworkParts } from '../network/network-parts.ts'
import { startProgram } from '../network/program.ts'

type PostgresOptions = {
	/** Of PostgreSQL's programs. */
	readonly programs: string
	/** Of the databases. */
	readonly folder: string
	/** Of the socket, on which alone it listens: whoever may enter it is let in. */
	readonly socketFolder: string
}

const superuser = 'accord'
// Sixteen of each node.
const connectionsMax = 110

/** Starts a PostgreSQL server, as the user `postgres` if this one is root, as which it refuses to run. Gives its URL, which holds no secret. */
export async function startPostgres(parts: NetworkParts, options: PostgresOptions): Promise<string> {
	const { programs, folder, socketFolder } = options
	const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined
	makePrivate(socketFolder, user)
	if (!existsSync(folder)) await createDatabases(options, user)
	parts.signal.throwIfAborted()
	const settings = { listen_addresses: '', unix_socket_directories: socketFolder, max_connections: connectionsMax }
	const server = startProgram({
		name: 'postgres',
		path: join(programs, 'postgres'),
		args: ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
		cwd: folder,
		...(user && { user }),
		signal: 'INT',
		isReady: async () =>
			(await run(join(programs, 'pg_isready'), ['-h', socketFolder, '-U', superuser], folder)).code === 0,
		onLine: line => parts.log('postgres', line),
	})
	await parts.keep(server)
	return `postgres:///postgres?host=${encodeURIComponent(socketFolder)}&user=${superuser}`
}

async function createDatabases({ programs, folder }: PostgresOptions, user: User | undefined): Promise<void> {
	// One that was interrupted begins again, so what it creates is not synced; commits are.
	const draft = `${folder}.new`
	rmSync(draft, { recursive: true, force: true })
	makePrivate(draft, user)
	const args = ['-D', draft, '-U', superuser, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
	const { code, output } = await run(join(programs, 'initdb'), [...args, '--no-instructions'], draft, user)
	if (code === 0) return renameSync(draft, folder)
	const hint =
		user === undefined ? '' : ` (as root it runs as the user ${user.name}, who must be able to reach ${folder})`
	throw new Error(`the database could not be created${hint}: ${output}`)
}

function makePrivate(folder: string, user: User | undefined): void {
	mkdirSync(folder, { recursive: true })
	chmodSync(folder, 0o700)
	if (user !== undefined) chownSync(folder, user.uid, user.gid)
}

async function run(program: string, args: readonly string[], cwd: string, user?: User) {
	// Detached: Ctrl-C reaches only this process.
	const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true, ...user })
	let output = ''
	for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (output += String(text)))
	const [code] = await once(child, 'close')
	return { code: code as number | null, output: output.trim() }
}

type User = { readonly name: string; readonly uid: number; readonly gid: number }

function unprivilegedUser(): User {
	const users = readFileSync('/etc/passwd', 'utf8')
		.split('\n')
		.map(line => line.split(':'))
	const found = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
	if (found === undefined) throw new Error('PostgreSQL refuses to run as root, and there is no user postgres or nobody')
	const [name = '', , uid, gid] = found
	return { name, uid: Number(uid), gid: Number(gid) }
}
