import { spawnSync } from 'node:child_process'
import { ImportClosure } from './import-closure.ts'

/** What a change reaches without imports, by the beginning of the changed file's path. */
const reached: readonly (readonly [changed: RegExp, tests: RegExp])[] = [
	[/^packages\/web\//, /^test\/browser\//],
	[/\.md$|^docs\//, /^test\/docs\//],
	[/^examples\//, /^test\/processes\/.*examples/],
	[/^deploy\//, /^test\/deploy\//],
	[/^packages\/(codec|ledger)\/(native|wasm)\/|^blueprints\/|package-lock\.json$|^setup\.cjs$/, /./],
]

/** The tests among these that a change since `base` reaches, uncommitted changes included. */
export function changedTests(files: readonly string[], base: string): string[] {
	const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
	const closure = new ImportClosure()
	const patterns = reached.flatMap(([path, tests]) => (changed.some(file => path.test(file)) ? [tests] : []))
	return files.filter(file => {
		const imported = closure.of(file)
		return changed.some(path => imported.has(path)) || patterns.some(pattern => pattern.test(file))
	})
}

function git(...args: string[]): string[] {
	const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' })
	if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`)
	return stdout.split('\n').filter(line => line !== '')
}
