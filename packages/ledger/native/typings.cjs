'use strict'

// Turns what the napi derive writes while it compiles into TypeScript. Runs on any Node from 20.

const HEAD =
	'// Generated from the Rust sources by `npm run generate`. Do not edit.\n\n' +
	'// Hex is lower-case; amounts are decimal strings.\n'

function parseLines(text) {
	return text
		.split('\n')
		.filter(Boolean)
		.map(function (line) {
			return JSON.parse(line)
		})
}

function indent(text) {
	return text
		.trim()
		.split('\n')
		.map(function (line) {
			return line ? '\t' + line : line
		})
		.join('\n')
}

function arrays(text) {
	return text.replace(/Array<(\w+)>/g, 'readonly $1[]')
}

function doc(line) {
	return line.js_doc || ''
}

function typeOf(line) {
	const fields = indent(line.def.replace(/^(?=\w+\??:)/gm, 'readonly '))
	return doc(line) + 'export type ' + line.name + ' = {\n' + fields + '\n}\n'
}

/** Of an enum whose variants cross as text: `Ed25519 = 'Ed25519',` becomes a member of a union. */
function unionOf(line) {
	const members = line.def.match(/'[^']*'/g).join(' | ')
	return doc(line) + 'export type ' + line.name + ' = ' + members + '\n'
}

function methodsOf(line) {
	// The constructor and its comment are listed with the addon's exports.
	const members = indent(line.def.replace(/^(\/\*\*.*\*\/\n)? *constructor\(.*\n/m, '').replace(/^ (?=\w)/gm, ''))
	return doc(line) + 'export type ' + line.name + ' = {\n' + members + '\n}\n'
}

function constructorOf(line, classes) {
	const found = classes.filter(function (other) {
		return other.name === line.name
	})[0]
	const parameters = /constructor\((.*)\)/.exec(found.def)
	return '\t' + line.name + ': new (' + (parameters ? parameters[1] : '') + ') => ' + line.name + '\n'
}

function functionOf(line) {
	const comment = doc(line) ? indent(doc(line)) + '\n' : ''
	return comment + '\t' + line.def.replace(/^function /, '') + '\n'
}

/** The text of `addon-types.ts`. */
function typings(typeDefLines) {
	const lines = parseLines(typeDefLines)
	const of = function (kind) {
		return lines
			.filter(function (line) {
				return line.kind === kind
			})
			.sort(function (a, b) {
				return a.name < b.name ? -1 : 1
			})
	}
	const methods = lines.filter(function (line) {
		return line.kind === 'impl'
	})
	const classes = of('struct').map(function (line) {
		const own = methods.filter(function (method) {
			return method.name === line.name
		})
		return Object.assign({}, line, {
			def: own
				.map(function (method) {
					return method.def
				})
				.join('\n'),
		})
	})
	const parts = of('string_enum').map(unionOf).concat(of('interface').map(typeOf), classes.map(methodsOf))
	const addon =
		'/** What the addon exports. */\nexport type Addon = {\n' +
		of('fn').map(functionOf).join('') +
		classes
			.map(function (line) {
				return constructorOf(line, classes)
			})
			.join('') +
		'}\n'
	return arrays([HEAD].concat(parts, [addon]).join('\n'))
}

exports.typings = typings
