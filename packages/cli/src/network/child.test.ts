import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readableLine } from './child.ts'

for (const [what, line, readable] of [
	[
		'a structured entry',
		'{"level":30,"time":1,"pid":2,"msg":"ready","url":"http://x","n":1}',
		'ready url=http://x n=1',
	],
	['an entry with an error', '{"level":50,"msg":"failed","err":{"message":"no"}}', 'failed no'],
	['plain text', 'filled 1 XRD', 'filled 1 XRD'],
	['JSON without a message', '{"level":30}', '{"level":30}'],
	['half of an entry', '{"level":30,', '{"level":30,'],
] as const)
	test(`${what} reads '${readable}'`, () => {
		assert.equal(readableLine(line), readable)
	})
