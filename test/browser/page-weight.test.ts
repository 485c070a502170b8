import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const built = fileURLToPath(new URL('../../packages/web/dist/', import.meta.url))
const bytesMax = 170_000

test('the first load is below 170 kB', t => {
	const files = ['index.html', ...firstFiles(readFileSync(`${built}index.html`, 'utf8'))]
	const weights = files.map(file => ({ file, bytes: gzipSync(readFileSync(built + file)).length }))
	const total = weights.reduce((sum, { bytes }) => sum + bytes, 0)
	for (const { file, bytes } of weights) t.diagnostic(`${file}: ${kilobytes(bytes)}`)
	t.diagnostic(`first load: ${kilobytes(total)} gzip`)
	const later = readdirSync(`${built}assets`).filter(
		name => /\.(js|css)$/.test(name) && !files.includes(`assets/${name}`),
	)
	for (const name of later) {
		const { length } = gzipSync(readFileSync(`${built}assets/${name}`))
		t.diagnostic(`when it is needed: assets/${name}: ${kilobytes(length)}`)
	}
	assert.ok(files.length >= 3, 'the page loads a script and a style sheet')
	assert.ok(total < bytesMax, `${total} bytes`)
})

test('charts, curves and the other views are not part of it', () => {
	const first = firstFiles(readFileSync(`${built}index.html`, 'utf8'))
	const text = first.map(file => readFileSync(built + file, 'utf8')).join('\n')
	assert.doesNotMatch(
		text,
		/candlestick|secp256k1\.recover|Remove unknown orders|No one holds anyone else|Your key does not show these|not_answered/i,
	)
	for (const start of [
		'price-panel',
		'price-chart',
		'depth-panel',
		'pair-panel',
		'balances-panel',
		'secp256k1',
		'history',
		'trades',
		'maker',
		'operator',
	])
		assert.ok(
			readdirSync(`${built}assets`).some(name => name.startsWith(start)),
			start,
		)
})

/** What the browser fetches before it shows anything. */
function firstFiles(html: string): string[] {
	return Array.from(html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css|svg))"/g), ([, path = '']) => path)
}

function kilobytes(bytes: number): string {
	return `${(bytes / 1000).toFixed(1)} kB`
}
