import type { Command } from 'commander'
import { UsageError } from './errors.ts'

/** Options of npm itself, which may be set for other reasons. */
const ofNpm = new Set(['--json', '--depth', '--user', '--version'])

/**
 * `npm start --port 9000` gives the option to npm, and only `9000` to the command: npm passes on what stands behind `--`.
 * @throws UsageError naming what npm took, if this command has such an option
 */
export function refuseOptionsOfNpm(program: Command, args: readonly string[], env: NodeJS.ProcessEnv): void {
	const { npm_lifecycle_event: script } = env
	if (script === undefined) return
	let command = program
	for (const arg of args) command = command.commands.find(one => one.name() === arg) ?? command
	const taken = command.options.flatMap(({ long }) => (long && isTaken(long, args, env) ? [long] : []))
	if (taken.length === 0) return
	const run = script === 'start' ? 'npm start' : `npm run ${script}`
	throw new UsageError(`npm took ${taken.join(', ')} for itself: write -- first, as in: ${run} -- ${taken[0]} …`)
}

function isTaken(long: string, args: readonly string[], env: NodeJS.ProcessEnv): boolean {
	if (ofNpm.has(long) || args.some(arg => arg === long || arg.startsWith(`${long}=`))) return false
	return env[`npm_config_${long.slice(2).replaceAll('-', '_')}`] !== undefined
}
