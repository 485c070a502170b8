import assert from 'node:assert/strict'
import { test } from 'node:test'
import { without } from '../fixtures/debian-programs.ts'
import { withoutDebianPostgres } from '../fixtures/postgres.ts'
import { shortKinds } from './kinds.ts'
import { runRounds } from './rounds.ts'

// Some rounds of `npm run test:faults`, which has them all.

const seed = Number(process.env.ACCORD_SEED ?? 20_261_123)
const skip = withoutDebianPostgres() || without('nats-server')

test('three nodes under load keep their promises whatever breaks', { skip }, async context => {
	const rounds = await runRounds({
		seed,
		rounds: shortKinds.length,
		kinds: shortKinds,
		report: line => context.diagnostic(line),
	})
	for (const { name, violations, wholeAfterMs, endings } of rounds) {
		assert.deepEqual(violations, [], name)
		assert.ok(wholeAfterMs !== undefined, `${name}: it was not whole again`)
		assert.ok((endings.settled ?? 0) > 0, `${name}: nothing was traded`)
	}
})
