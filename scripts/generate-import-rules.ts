import type { GeneratedFile } from './generated-files.ts'

/** Who may import whom, as drawn in docs/architecture.md. `test/` and `bench/` may import everything. */
const packages: Record<string, string[]> = {
	protocol: [],
	codec: ['protocol'],
	ledger: ['protocol', 'codec'],
	service: ['protocol', 'ledger'],
	sdk: ['protocol', 'codec'],
	bots: ['protocol', 'sdk', 'ledger'],
	web: ['protocol', 'codec', 'sdk'],
	cli: ['protocol', 'ledger', 'service', 'sdk', 'bots'],
}

/** The folders of the service in the order of their use in a trade: none imports a later one. */
const serviceFolders = [
	'config',
	'metrics',
	'db',
	'bus',
	'loops',
	'audit',
	'threads',
	'market',
	'gateway',
	'accounts',
	'instamint',
	'prices',
	'nodes',
	'breaker',
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

/** The import direction as biome rules, which `npm run check` enforces. */
export function generateImportRules(): GeneratedFile {
	const overrides = [
		...Object.entries(packages).map(([name, allowed]) => packageRule(name, allowed)),
		...serviceFolders.flatMap((folder, position) => folderRules(folder, serviceFolders.slice(position + 1))),
		browserRule(),
		codecRule(),
	]
	return { path: 'biome.imports.json', text: `${JSON.stringify({ overrides }, null, '\t')}\n` }
}

function packageRule(name: string, allowed: string[]) {
	const forbidden = Object.keys(packages).filter(other => other !== name && !allowed.includes(other))
	return rule(
		[`packages/${name}/src/**`],
		forbidden.flatMap(other => [`@accord/${other}`, `@accord/${other}/*`]),
		`of the project’s packages, ${name} may import: ${allowed.join(', ') || 'none'}`,
	)
}

/** One rule per depth of a folder, since the relative path to the service's root depends on it. */
function folderRules(folder: string, later: string[]) {
	const outside = ['bots', 'cli', 'sdk'].flatMap(other => [`@accord/${other}`, `@accord/${other}/*`])
	const message = `${folder} imports neither the service's root nor a folder that comes after it: ${later.join(', ') || 'none'}`
	return ['..', '../..'].map((up, depth) => {
		const files = `packages/service/src/${folder}/${'*/'.repeat(depth)}*`
		return rule(
			[files, `!${files}.test.ts`],
			[...outside, `${up}/*.ts`, ...later.map(other => `${up}/${other}/**`)],
			message,
		)
	})
}

/** protocol runs in browsers: it imports nothing from Node. */
function browserRule() {
	return rule(
		['packages/protocol/src/**', '!packages/**/*.test.ts'],
		['node:*', '@accord/*', 'ws'],
		'protocol runs in browsers and has no I/O',
	)
}

/** codec runs in browsers too: one file of it reads a file, and is left out there. */
function codecRule() {
	return rule(
		['packages/codec/src/**', '!packages/codec/src/door/artifact-file.ts', '!packages/**/*.test.ts'],
		['node:*', '@accord/ledger', '@accord/service', '@accord/sdk', '@accord/bots', '@accord/cli', '@accord/web'],
		'codec runs in browsers, and imports protocol alone',
	)
}

function rule(includes: string[], group: string[], message: string) {
	return {
		includes,
		linter: {
			rules: { style: { noRestrictedImports: { level: 'error', options: { patterns: [{ group, message }] } } } },
		},
	}
}
