import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The user that runs PostgreSQL's programs. */
export type ServerUser = {
	/** The prefix of every command. */
	readonly prefix: readonly string[]
	/** If absent, the programs run as this process's user. */
	readonly user?: { readonly uid: number; readonly gid: number }
}

/**
 * PostgreSQL refuses to run as root. So root runs it in a user namespace in which root has a different number; the
 * files still belong to root. If the kernel does not allow that, or the folder already belongs to another user, it runs
 * as that user.
 */
export function serverUser(folder: string): ServerUser {
	if (process.getuid?.() !== 0) return { prefix: [] }
	const owner = statSync(folder, { throwIfNoEntry: false })
	if (owner !== undefined && owner.uid !== 0) return { prefix: [], user: { uid: owner.uid, gid: owner.gid } }
	const [unshare = '', ...options] = namespace
	if (spawnSync(unshare, [...options, 'true']).status === 0) return { prefix: namespace }
	return { prefix: [], user: unprivilegedUser() }
}

const namespace = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--']

/** Gives a file, or a folder and everything in it, to the programs' user. */
export function giveTo(path: string, { user }: ServerUser): void {
	if (user === undefined) return
	const stats = statSync(path)
	if (stats.uid === user.uid) return
	if (stats.isDirectory())
		for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' }))
			lchownSync(join(path, name), user.uid, user.gid)
	chownSync(path, user.uid, user.gid)
}

/**
 * Lets the programs' user pass through one of our folders.
 * @throws Error if it still cannot enter the folder, or run the program
 */
export function letEnter(folder: string, { program, user }: ServerUser & { readonly program: string }): void {
	if (user === undefined) return
	const { uid, mode } = statSync(folder)
	if (uid === process.getuid?.()) chmodSync(folder, (mode & 0o777) | 0o011)
	if (spawnSync('sh', ['-c', '[ -x "$0" ] && [ -x "$1" ]', folder, program], user).status === 0) return
	throw new Error(
		`PostgreSQL refuses to run as root, and user ${user.uid} cannot enter ${folder} or run ${program}: run as a user other than root, or keep both where every user may enter`,
	)
}

function unprivilegedUser(): NonNullable<ServerUser['user']> {
	const users = readFileSync('/etc/passwd', 'utf8')
		.split('\n')
		.map(line => line.split(':'))
	const found = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
	if (found === undefined) throw new Error('PostgreSQL refuses to run as root, and there is no user postgres or nobody')
	const [, , uid, gid] = found
	return { uid: Number(uid), gid: Number(gid) }
}
