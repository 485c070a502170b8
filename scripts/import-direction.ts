import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/**
 * The project's packages that each may import, as in docs/architecture.md. `test/`, `bench/` and `soak/` may import
 * everything.
 */
export const packages: Readonly<Record<string, readonly string[]>> = {
	protocol: [],
	codec: ['protocol'],
	ledger: ['protocol', 'codec'],
	instamint: ['protocol', 'ledger'],
	service: ['protocol', 'ledger', 'instamint'],
	sdk: ['protocol', 'codec'],
	bots: ['protocol', 'sdk', 'ledger'],
	web: ['protocol', 'codec', 'sdk'],
	mcp: ['protocol', 'sdk'],
	ccxt: ['protocol', 'sdk'],
	cli: ['protocol', 'ledger', 'service', 'sdk', 'bots', 'mcp'],
}

/** The folders of the service in the order of their use in a trade: none imports a later one. */
export const serviceFolders = [
	'config',
	'metrics',
	'log',
	'telemetry',
	'queues',
	'db',
	'bus',
	'loops',
	'audit',
	'threads',
	'market',
	'gateway',
	'platform',
	'accounts',
	'integrators',
	'instamint',
	'prices',
	'breaker',
	'nodes',
	'intents',
	'matching',
	'orders',
	'construction',
	'bundles',
	'fills',
	'settlement',
	'trades',
	'trace',
	'reconciliation',
	'operator',
	'api',
]

/** These run in browsers: they import nothing from Node, except one file that browsers leave out. */
const inBrowsers = ['protocol', 'codec']
const outsideBrowsers = 'packages/codec/src/door/artifact-file.ts'

/** Protocol's messages import `#schema`, which is Zod in Node and small in browsers. */
const withZod = /^packages\/protocol\/src\/(?:schema\/zod\.ts|contract\/documents\/)/

const root = new URL('../', import.meta.url)
const importedBy = /\b(?:from|import|require)\b[\s(]*'([^'\n]+)'/g
const typesOf = /\bimport type\b[^'\n]*'[^'\n]+'/g

/** Every import in the packages that the direction forbids: `FILE imports IMPORTED: REASON`. */
export function forbiddenImports(): string[] {
	return globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root })
		.sort()
		.flatMap(file => forbiddenIn(file, readFileSync(new URL(file, root), 'utf8')))
}

/** The same for one file, given its path from the project's root and its text. */
export function forbiddenIn(file: string, text: string): string[] {
	const values = new Set([...text.replaceAll(typesOf, '').matchAll(importedBy)].map(([, imported]) => imported))
	return [...text.matchAll(importedBy)].flatMap(([, imported = '']) => {
		const reason = whyNot(file, imported) ?? (values.has(imported) ? whyNotAsValue(file, imported) : undefined)
		return reason === undefined ? [] : [`${file} imports ${imported}: ${reason}`]
	})
}

function whyNot(file: string, imported: string): string | undefined {
	const name = packageOf(file) ?? ''
	const target = imported.startsWith('.') ? posix.join(posix.dirname(file), imported) : imported
	const other = packageOf(target)
	if (other !== undefined && other !== name) {
		const allowed = packages[name] ?? []
		if (!allowed.includes(other))
			return `of the project’s packages, ${name} may import: ${allowed.join(', ') || 'none'}`
		if (target !== imported) return `another package is imported by its name, @accord/${other}`
	}
	if (file.endsWith('.test.ts')) return undefined
	if (imported.startsWith(`@accord/${name}`)) return 'a package imports its own files by their paths'
	if (inBrowsers.includes(name) && file !== outsideBrowsers && /^(?:node:|ws$)/.test(imported)) {
		return `${name} runs in browsers, and has no I/O`
	}
	return whyNotInService(file, target)
}

function whyNotAsValue(file: string, imported: string): string | undefined {
	const isMessage = packageOf(file) === 'protocol' && !file.endsWith('.test.ts') && !withZod.test(file)
	return isMessage && imported === 'zod' ? 'messages are declared with #schema' : undefined
}

function packageOf(path: string): string | undefined {
	return /^(?:@accord|packages)\/(\w+)/.exec(path)?.[1]
}

function whyNotInService(file: string, target: string): string | undefined {
	const [, folder = ''] = /^packages\/service\/src\/(\w+)\//.exec(file) ?? []
	const [, reached] = /^packages\/service\/src\/([\w.-]+)/.exec(target) ?? []
	if (!serviceFolders.includes(folder) || reached === undefined) return undefined
	if (reached.endsWith('.ts')) return `${folder} imports no file of the service’s root`
	const later = serviceFolders.slice(serviceFolders.indexOf(folder) + 1)
	return later.includes(reached) ? `${folder} imports no folder that comes after it: ${later.join(', ')}` : undefined
}
