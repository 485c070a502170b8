import assert from 'node:assert/strict'
import { test } from 'node:test'
import { committedBuilds } from '../../scripts/committed-builds.ts'

// That they are also what their sources give, byte for byte, takes most of an hour: `npm run verify-artifacts`.
for (const { name, isCurrent } of committedBuilds)
	test(`what is committed of ${name} belongs to its present sources, lock and flags`, () =>
		assert.ok(isCurrent(), `${name} is stale. Run: npm run generate`))
