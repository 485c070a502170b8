import { globSync } from 'node:fs'

/** What `npm test` runs: it needs no program but Node and what npm installs. */
const everyday = ['packages/*/src/**/*.test.ts', 'test/stories/*.test.ts', 'test/abuse/*.test.ts']

/** What `npm test -- --all` runs as well: processes, browsers, third-party programs, documents, faults. */
const others = ['test/*/*.test.ts']

const onOlderServer = [
	'packages/service/src/{db,orders,fills,bundles,settlement}/*.test.ts',
	'packages/service/src/db/migrations/*.test.ts',
	'test/stories/{upgrade,settle-to-the-last-digit,split-orders,logs,instamint-fills,retention}.test.ts',
	'test/processes/two-nodes.test.ts',
]

export function everydayFiles(): string[] {
	return globSync(everyday).sort()
}

export function allFiles(): string[] {
	return [...new Set([...everydayFiles(), ...globSync(others).sort()])]
}

/** What runs again on the oldest PostgreSQL that operators may have. */
export function olderServerFiles(): string[] {
	return globSync(onOlderServer).sort()
}
