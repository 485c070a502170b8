'use strict'

// The sources of the committed programs, and those that the Rust checks read. Runs on any Node from 20.

const crypto = require('crypto')
const fs = require('fs')
const path = require('path')

const ROOT = path.join(__dirname, '..', '..', '..')
const HERE = 'packages/ledger/native/'

/** Our own crates in each program. */
const PROGRAMS = {
	'codec.wasm': ['codec', 'door', 'wasm'],
	'ledger.wasm': ['codec', 'door', 'engine', 'ledger', 'ledger-wasm'],
}

/** Paths from the project's root, with slashes on every system, since hashes contain them. */
function filesBelow(folder, extension) {
	return fs.readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap(function (entry) {
		const file = folder + entry.name
		if (entry.isDirectory()) return entry.name === 'target' ? [] : filesBelow(file + '/', extension)
		return file.endsWith(extension) ? [file] : []
	})
}

function hashOf(files) {
	const hash = crypto.createHash('sha256')
	files.sort().forEach(function (file) {
		const text = fs.readFileSync(path.join(ROOT, file))
		hash.update(file + '\n' + text.length + '\n')
		hash.update(text)
	})
	return hash.digest('hex')
}

/** Tests and examples do not end up in a program. */
function sourcesOf(crate) {
	const folder = HERE + crate + '/'
	return filesBelow(folder, '').filter(function (file) {
		return /^(Cargo\.toml|build\.rs|src\/.*\.rs)$/.test(file.slice(folder.length))
	})
}

/** Identifies the sources of a program. */
function programHash(name) {
	return hashOf([HERE + 'Cargo.toml', HERE + 'Cargo.lock'].concat(PROGRAMS[name].flatMap(sourcesOf)))
}

/** Identifies everything that the Rust checks read, including the tests, and the vectors and the blueprint that they use. */
function checkedHash() {
	const read = ['docs/vectors.json', 'blueprints/instamint/stamp.json', HERE + 'Cargo.lock']
	return hashOf(
		['.rs', '.toml', '.json'].reduce(function (files, extension) {
			return files.concat(filesBelow(HERE, extension))
		}, read),
	)
}

/** Clones share a target folder, and cargo distinguishes their files by time alone. */
function claimTarget(target, folder) {
	const file = path.join(target, 'built-from')
	const owner = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : folder
	fs.mkdirSync(target, { recursive: true })
	fs.writeFileSync(file, folder)
	if (owner === folder) return
	const now = new Date()
	filesBelow(path.relative(ROOT, folder).split(path.sep).join('/') + '/', '.rs').forEach(function (source) {
		fs.utimesSync(path.join(ROOT, source), now, now)
	})
}

exports.programHash = programHash
exports.checkedHash = checkedHash
exports.claimTarget = claimTarget
