import { spawnSync } from 'node:child_process'

/** Every check except the tests, cheapest first. All of them run, so that one call reports every failure. */
const gates: [name: string, command: string, args: string[]][] = [
	['import direction', 'node', ['--disable-warning=ExperimentalWarning', 'scripts/check-imports.ts']],
	['format and lint', 'biome', ['check', '--error-on-warnings', '.']],
	['types', 'tsc', ['-p', 'tsconfig.json', '--noEmit']],
	['types of the packages', 'tsc', ['-b', 'packages/ccxt/tsconfig.build.json']],
	['types of the page', 'tsc', ['-p', 'packages/web/tsconfig.json', '--noEmit']],
	[
		'generated files and Rust',
		'node',
		['--conditions=accord-source', '--disable-warning=ExperimentalWarning', 'scripts/check-generated.ts'],
	],
]

const failed: string[] = []
for (const [name, command, args] of gates) {
	const startedMs = performance.now()
	const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
	const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
	console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
	if (status !== 0) failed.push(name)
}
if (failed.length > 0) process.exit(1)
