import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visibleJson, visibleLine, visibleText } from './text.ts'

const hostile = 'a\x1b[2J\x9b31m\r\u202eb\u2028\u{e0041}\ufeff\x7f\nc\td'

test('controls, marks of direction and other hidden characters become visible', () => {
	const shown = 'a\\u{1b}[2J\\u{9b}31m\\u{d}\\u{202e}b\\u{2028}\\u{e0041}\\u{feff}\\u{7f}\nc\td'
	assert.equal(visibleText(hostile), shown)
	assert.equal(visibleText(shown), shown)
	assert.equal(visibleLine(hostile), shown.replace('\n', '\\u{a}').replace('\t', '\\u{9}'))
	const plain = 'Müller & Söhne 日本 ₿ 👩‍🚀 “–”'
	assert.deepEqual([visibleText(plain), visibleLine(plain)], [plain, plain])
})

test('JSON keeps its value', () => {
	const json = JSON.stringify({ [hostile]: [hostile] }, undefined, 2)
	const shown = visibleJson(json)
	assert.deepEqual(JSON.parse(shown), JSON.parse(json))
	assert.equal(visibleText(shown), shown)
})
