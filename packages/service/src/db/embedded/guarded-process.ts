import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'

/** A third-party program. */
export type Guarded = {
	readonly command: readonly [path: string, ...args: string[]]
	readonly cwd: string
	/** The signal that ends it. */
	readonly signal: 'TERM' | 'INT'
	/** If absent, the program runs as this process's user. */
	readonly user?: { readonly uid: number; readonly gid: number }
	readonly env?: NodeJS.ProcessEnv
	/** Removed when it has ended. */
	readonly removedAtEnd?: string
}

// Runs a program until standard input ends, which also happens when the parent process is killed.
const guard = `
signal=$1 folder=$2
shift 2
exec 3<&0
"$@" </dev/null 3<&- &
program=$!
{ read -r _ <&3; kill -s "$signal" $program; } >/dev/null 2>&1 &
reader=$!
wait $program
status=$?
kill $reader 2>/dev/null
# Others that end now may still write there.
for again in 1 2 3 4 5 6 7 8 9 10; do
	[ -z "$folder" ] && break
	rm -rf "$folder" 2>/dev/null && break
	sleep 0.5
done
exit $status
`

/**
 * Starts a program that receives its signal when the child's standard input ends, which also happens when this process
 * is killed. The program has its own process group: Ctrl-C in a terminal reaches only this process. The child's status
 * is the program's.
 */
export function spawnGuarded(guarded: Guarded): ChildProcessWithoutNullStreams {
	const { command, cwd, signal, user, env, removedAtEnd = '' } = guarded
	const child = spawn('sh', ['-c', guard, 'sh', signal, removedAtEnd, ...command], {
		cwd,
		detached: true,
		stdio: ['pipe', 'pipe', 'pipe'],
		...(env && { env }),
		...user,
	})
	// The program may end just as we signal it.
	child.stdin.on('error', () => {})
	return child
}
