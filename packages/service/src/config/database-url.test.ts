import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hostUrls } from './database-url.ts'

describe('the servers of a database URL', () => {
	const cases: [url: string, servers: string[]][] = [
		['postgres://a/accord', ['postgres://a/accord']],
		['postgres://u:p%40@a:5432,b:5433/accord', ['postgres://u:p%40@a:5432/accord', 'postgres://u:p%40@b:5433/accord']],
		[
			'postgresql://u@a,[::1]:5433/accord?sslmode=verify-full&target_session_attrs=read-write',
			['postgresql://u@a/accord?sslmode=verify-full', 'postgresql://u@[::1]:5433/accord?sslmode=verify-full'],
		],
		[
			'postgres:///accord?host=%2Frun%2Fa%2C%2Frun%2Fb&port=5432,5433&user=u',
			['postgres:///accord?host=%2Frun%2Fa&port=5432&user=u', 'postgres:///accord?host=%2Frun%2Fb&port=5433&user=u'],
		],
		[
			'postgres:///accord?host=a,b&port=5433',
			['postgres:///accord?host=a&port=5433', 'postgres:///accord?host=b&port=5433'],
		],
	]
	for (const [url, servers] of cases) test(url, () => assert.deepEqual(hostUrls(url), servers))

	for (const [fault, url] of [
		['a session that may be read-only', 'postgres://u:secret@a,b/accord?target_session_attrs=any'],
		['fewer ports than hosts', 'postgres://u:secret@/accord?host=a,b,c&port=1,2'],
	]) {
		test(`error: ${fault}`, () => {
			assert.throws(
				() => hostUrls(url ?? ''),
				({ message }: Error) => message !== '' && !message.includes('secret'),
			)
		})
	}
})
