import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { exposeDeclared } from './exposition.ts'
import { counter, declaredMetrics, histogram, Metrics } from './metrics.ts'

const eaten = counter('test_eaten_total', 'What was eaten', ['kind', 'place'], ['cake home', 'cake work'])
const drunk = counter('test_drunk_total', 'What was drunk')
const chewed = histogram('test_chewed_seconds', 'How long it was chewed', 'kind', ['cake'])

test('declared metrics start at 0, separately for each service', () => {
	const [one, other] = [new Metrics(), new Metrics()]
	one.count(eaten, 'cake work')
	one.count(drunk)
	one.count(drunk, '', 2)
	one.observe(chewed, 'cake', 1500)
	assert.deepEqual(Object.fromEntries(one.counts(eaten)), { 'cake home': 0, 'cake work': 1 })
	assert.deepEqual([one.countOf(drunk, ''), other.countOf(drunk, '')], [3, 0])
	assert.deepEqual(
		[one, other].map(metrics => metrics.times(chewed).get('cake')?.count),
		[1, 0],
	)
})

test('exposes every declared metric with its labels', async () => {
	const metrics = new Metrics()
	metrics.count(eaten, 'cake home')
	metrics.observe(chewed, 'cake', 1500)
	const registry = new Registry()
	exposeDeclared(registry, metrics)
	const text = await registry.metrics()
	for (const line of [
		'# HELP test_eaten_total What was eaten',
		'# TYPE test_eaten_total counter',
		'test_eaten_total{kind="cake",place="home"} 1',
		'test_eaten_total{kind="cake",place="work"} 0',
		'test_drunk_total 0',
		'test_chewed_seconds_bucket{kind="cake",le="1"} 0',
		'test_chewed_seconds_bucket{kind="cake",le="2.5"} 1',
		'test_chewed_seconds_sum{kind="cake"} 1.5',
	])
		assert(text.split('\n').includes(line), line)
})

test('a name is declared once', () => {
	const before = declaredMetrics().length
	assert.throws(() => counter('test_drunk_total', 'Something else'), /declared twice/)
	assert.equal(declaredMetrics().length, before)
})
