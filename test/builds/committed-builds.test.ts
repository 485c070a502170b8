import assert from 'node:assert/strict'
import { test } from 'node:test'
import { committedBuilds } from '../../scripts/committed-builds.ts'

// Checking that they are also what their sources produce, byte for byte, takes most of an hour: `npm run
// verify-artifacts`.
for (const { name, isCurrent } of committedBuilds)
	test(`the committed ${name} belongs to its current sources, lock and flags`, () =>
		assert.ok(isCurrent(), `${name} is stale. Run: npm run generate`))
