'use strict'

// Runs cargo for people who work on the Rust or run the benchmarks. Runs on any Node from 20.

const childProcess = require('child_process')
const fs = require('fs')
const path = require('path')
const cache = require('./cache.cjs')
const sources = require('./sources.cjs')
const { sha256 } = require('./committed-build.cjs')

const OLDEST = [1, 88]
const EXTENSION = process.platform === 'win32' ? '.exe' : ''

// Crates built only for WebAssembly are left out.
const CRATES = ['--release', '--locked', '--workspace', '--exclude=accord-wasm', '--exclude=accord-ledger-wasm']

function quiet() {}

function output(command, args) {
	const result = childProcess.spawnSync(command, args, { encoding: 'utf8' })
	return result.status === 0 ? result.stdout : ''
}

function isNewEnough(version) {
	const [, major, minor] = /^release: (\d+)\.(\d+)/m.exec(version) || [0, 0, 0]
	return Number(major) > OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) >= OLDEST[1])
}

/** Why this machine cannot do any of it; undefined if it can. */
function whyNot() {
	if (output('cargo', ['--version']) !== '' && isNewEnough(output('rustc', ['-vV']))) return undefined
	return 'there is no cargo of Rust ' + OLDEST.join('.') + ' or newer on the path (https://rustup.rs)'
}

function cargo(args, target) {
	const result = childProcess.spawnSync('cargo', args, {
		cwd: __dirname,
		env: Object.assign({}, process.env, { CARGO_TARGET_DIR: target }),
		stdio: ['ignore', 'inherit', 'inherit'],
	})
	if (result.status !== 0) throw new Error('cargo ' + args[0] + ' did not succeed; its output is above.')
}

/** Makes the file of this name, once per state of the Rust and its compiler. Returns its path. */
function once(name, options, make) {
	const missing = whyNot()
	if (missing !== undefined) throw new Error(missing)
	const folder = cache.cacheFolder()
	const file = path.join(folder, name + '-' + sha256(sources.checkedHash() + output('rustc', ['-vV'])) + EXTENSION)
	if (fs.existsSync(file)) return file
	cache.withLock(folder, options?.log || quiet, function () {
		if (fs.existsSync(file)) return
		const target = path.join(folder, 'target')
		sources.claimTarget(target, __dirname)
		make(file, target)
	})
	return file
}

/** Checks format and lints, where this Rust has rustfmt and clippy. Throws if either fails. */
function checkRust(options) {
	const gates = [
		['fmt', '--check'],
		['clippy', '--release', '--locked', '--workspace', '--lib', '--tests', '--', '-D', 'warnings'],
	]
	once('checked', options, function (file, target) {
		for (const gate of gates) {
			if (output('cargo', [gate[0], '--version']) !== '') cargo(gate, target)
			else options.log('skipped: this Rust has no cargo ' + gate[0])
		}
		fs.writeFileSync(file, '')
	})
}

// Optimizing across crates is done again for each test program, and takes longer than it saves.
const UNLINKED = '--config=profile.release.lto="off"'

/** Runs the Rust tests. Throws if one fails. */
function testRust(options) {
	once('tested', options, function (file, target) {
		cargo(['test', UNLINKED].concat(CRATES), target)
		fs.writeFileSync(file, '')
	})
}

/** Builds one of the crates' examples, a program. Returns its path. Throws an error that says why it cannot. */
function ensureExample(name, options) {
	return once(name, options, function (file, target) {
		const log = options?.log || quiet
		log('building ' + name + ' (Rust; some minutes the first time)')
		// Built from the whole workspace, so that all examples share their dependencies.
		cargo(['build', '--example=' + name].concat(CRATES), target)
		cache.copyWhole(path.join(target, 'release', 'examples', name + EXTENSION), file)
	})
}

/** Writes a package's definition, which a blueprint's code describes, to a file. */
function packageDefinition(code, definition, options) {
	const program = ensureExample('package-definition', options)
	const { status } = childProcess.spawnSync(program, [code, definition], { stdio: ['ignore', 'inherit', 'inherit'] })
	if (status !== 0) throw new Error('the code does not describe its package.')
}

exports.whyNot = whyNot
exports.checkRust = checkRust
exports.testRust = testRust
exports.ensureExample = ensureExample
exports.packageDefinition = packageDefinition
