'use strict'

// What the addon is built from. Runs on any Node from 20.

const crypto = require('crypto')
const fs = require('fs')
const path = require('path')

const CRATES = ['addon', 'codec', 'engine', 'ledger']
/** The crates of our own in the codec's WebAssembly. */
const WASM_CRATES = ['codec', 'wasm']

function filesBelow(folder, extension) {
	return fs
		.readdirSync(folder, { withFileTypes: true })
		.flatMap(function (entry) {
			const file = path.join(folder, entry.name)
			return entry.isDirectory() ? filesBelow(file, extension) : [file]
		})
		.filter(function (file) {
			return file.endsWith(extension)
		})
}

/** The Rust files of our own that end up in the addon. */
function rustFiles() {
	return sourcesOf(CRATES)
		.concat([path.join(__dirname, 'addon', 'build.rs')])
		.sort()
}

function sourcesOf(crates) {
	return crates.flatMap(function (crate) {
		return filesBelow(path.join(__dirname, crate, 'src'), '.rs')
	})
}

function manifests(crates) {
	return ['Cargo.toml', 'Cargo.lock']
		.concat(
			crates.map(function (crate) {
				return path.join(crate, 'Cargo.toml')
			}),
		)
		.map(function (file) {
			return path.join(__dirname, file)
		})
}

function hashOf(files) {
	const hash = crypto.createHash('sha256')
	files.forEach(function (file) {
		const text = fs.readFileSync(file)
		hash.update(path.relative(__dirname, file).split(path.sep).join('/') + '\n' + text.length + '\n')
		hash.update(text)
	})
	return hash.digest('hex')
}

/** Identifies the sources. The addon carries it as `contentHash()`. */
function sourceHash() {
	return hashOf(manifests(CRATES).concat(rustFiles()))
}

/** Identifies all that the Rust gates look at: also the tests, and the vectors and the blueprint that they read. */
function checkedHash() {
	const tests = CRATES.flatMap(function (crate) {
		return [path.join(__dirname, crate, 'tests'), path.join(__dirname, crate, 'examples')]
	}).filter(fs.existsSync)
	const printed = path.join(__dirname, '..', '..', '..', 'docs', 'vectors.json')
	const vectors = filesBelow(path.join(__dirname, 'vectors'), '.json').concat([printed])
	const blueprints = [path.join(__dirname, '..', '..', '..', 'blueprints', 'instamint', 'stamp.json')]
	const files = tests.flatMap(function (folder) {
		return filesBelow(folder, '.rs')
	})
	const wasm = sourcesOf(['wasm'])
	return hashOf(manifests(CRATES.concat(['wasm'])).concat(rustFiles(), wasm, files, vectors, blueprints))
}

/** Identifies the sources of the codec's WebAssembly. */
function wasmHash() {
	return hashOf(manifests(WASM_CRATES).concat(sourcesOf(WASM_CRATES).sort()))
}

exports.rustFiles = rustFiles
exports.sourceHash = sourceHash
exports.checkedHash = checkedHash
exports.wasmHash = wasmHash
