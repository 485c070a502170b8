'use strict'

// Builds the ledger addon, or takes it from the cache. Runs on any Node from 20.

const childProcess = require('child_process')
const crypto = require('crypto')
const fs = require('fs')
const path = require('path')
const cache = require('./cache.cjs')
const sources = require('./sources.cjs')
const toolchains = require('./toolchain.cjs')
const typings = require('./typings.cjs')

const ADDON = path.join(__dirname, 'accord-ledger.node')
const STAMP = path.join(__dirname, 'accord-ledger.stamp')
const TYPE_DEFINITIONS = path.join(__dirname, 'accord-ledger.types')
const TYPINGS = path.join(__dirname, '..', 'src', 'addon', 'addon-types.ts')
const LIBRARIES = { darwin: 'libaccord_addon.dylib', win32: 'accord_addon.dll' }

function quiet() {}

function read(file) {
	try {
		return fs.readFileSync(file, 'utf8')
	} catch {
		return ''
	}
}

/** The build's name in the cache: sources, compiler and target (which `rustc -vV` prints). */
function cacheKey(sourceHash, toolchain) {
	return crypto
		.createHash('sha256')
		.update(sourceHash + '\n' + toolchain.verbose)
		.digest('hex')
}

function cargo(toolchain, args, environment) {
	const searchPath = toolchain.folder ? toolchain.folder + path.delimiter + process.env.PATH : process.env.PATH
	return childProcess.spawnSync(toolchain.cargo, args, {
		cwd: __dirname,
		env: Object.assign({}, process.env, { PATH: searchPath }, environment),
		stdio: ['ignore', 'inherit', 'inherit'],
	})
}

// Clones share one target folder, and cargo tells their files apart by time alone.
function claimTarget(target) {
	const owner = path.join(target, 'built-from')
	fs.mkdirSync(target, { recursive: true })
	if (read(owner) !== __dirname) {
		const now = new Date()
		sources.rustFiles().forEach(function (file) {
			fs.utimesSync(file, now, now)
		})
	}
	fs.writeFileSync(owner, __dirname)
}

// The derive writes the typings only while the addon's own crate compiles.
function recompileAddon() {
	const now = new Date()
	fs.utimesSync(path.join(__dirname, 'addon', 'src', 'lib.rs'), now, now)
}

function build(folder, key, sourceHash, toolchain) {
	const target = path.join(folder, 'target')
	const definitions = path.join(folder, 'definitions')
	claimTarget(target)
	recompileAddon()
	fs.rmSync(definitions, { recursive: true, force: true })
	fs.mkdirSync(definitions)
	const result = cargo(toolchain, ['build', '--release', '--locked', '--package=accord-addon'], {
		CARGO_TARGET_DIR: target,
		ACCORD_CONTENT_HASH: sourceHash,
		NAPI_TYPE_DEF_TMP_FOLDER: definitions,
	})
	if (result.status !== 0) throw new Error('cargo build did not succeed; its output is above.')
	const library = LIBRARIES[process.platform] || 'libaccord_addon.so'
	cache.copyWhole(path.join(definitions, 'accord-addon'), path.join(folder, key + '.types'))
	cache.copyWhole(path.join(target, 'release', library), path.join(folder, key + '.node'))
}

/**
 * Makes sure that `accord-ledger.node` is built from the present sources: from the cache, else by a build (minutes, the
 * first time). Returns its path. Throws an error that names what is missing and how to get it.
 */
function ensureAddon(options) {
	const log = options?.log || quiet
	const sourceHash = sources.sourceHash()
	if (read(STAMP) === sourceHash && fs.existsSync(ADDON) && fs.existsSync(TYPE_DEFINITIONS)) return ADDON
	const toolchain = toolchains.ensureToolchain(log)
	const folder = cache.cacheFolder()
	const key = cacheKey(sourceHash, toolchain)
	const cached = path.join(folder, key)
	cache.withLock(folder, log, function () {
		if (fs.existsSync(cached + '.node')) return
		log('building the ledger addon (Rust; some minutes the first time)')
		build(folder, key, sourceHash, toolchain)
	})
	cache.copyWhole(cached + '.types', TYPE_DEFINITIONS)
	cache.copyWhole(cached + '.node', ADDON)
	fs.writeFileSync(STAMP, sourceHash)
	return ADDON
}

/** The committed typings as they should stand: path from the project's root, and text. */
function generatedTypings() {
	ensureAddon()
	return { path: 'packages/ledger/src/addon/addon-types.ts', text: typings.typings(read(TYPE_DEFINITIONS)) }
}

/** Throws if the committed typings are not those of the Rust. */
function checkTypings() {
	if (read(TYPINGS) !== generatedTypings().text) {
		throw new Error('packages/ledger/src/addon/addon-types.ts is stale. Run: npm run generate')
	}
}

function hasCommand(toolchain, name) {
	return childProcess.spawnSync(toolchain.cargo, [name, '--version'], { stdio: 'ignore' }).status === 0
}

// A gate that has passed is run again only when the Rust, its tests or their vectors have changed.
function passOnce(name, options, gate) {
	const log = options?.log || quiet
	const toolchain = toolchains.ensureToolchain(log)
	const folder = cache.cacheFolder()
	const passed = path.join(folder, name + '-' + cacheKey(sources.checkedHash(), toolchain))
	if (fs.existsSync(passed)) return
	const target = path.join(folder, 'target')
	cache.withLock(folder, log, function () {
		claimTarget(target)
		gate(function (args) {
			log('cargo ' + args.join(' '))
			const result = cargo(toolchain, args, { CARGO_TARGET_DIR: target })
			if (result.status !== 0) throw new Error('cargo ' + args[0] + ' did not pass; its output is above.')
		}, toolchain)
	})
	fs.writeFileSync(passed, '')
}

/** Format and clippy, where this Rust has them. Throws if one does not pass. */
function checkRust(options) {
	const log = options?.log || quiet
	const gates = [
		['fmt', '--check'],
		['clippy', '--release', '--locked', '--workspace', '--lib', '--tests', '--', '-D', 'warnings'],
	]
	passOnce('checked', options, function (run, toolchain) {
		for (const gate of gates) {
			if (hasCommand(toolchain, gate[0])) run(gate)
			else log('skipped: this Rust has no cargo ' + gate[0])
		}
	})
}

/** The Rust tests. Throws if one does not pass. */
function testRust(options) {
	passOnce('tested', options, function (run) {
		run(['test', '--release', '--locked', '--workspace', '--exclude=accord-wasm'])
	})
}

/**
 * The program that benchmarks compare the codec with: the engine's own crates over the same bytes. Built once for each state of
 * the sources. Throws an error that says why there is none.
 */
function ensureEngineChain(options) {
	const log = options?.log || quiet
	const toolchain = toolchains.findToolchain()
	if (toolchain === undefined) throw new Error('there is no cargo')
	const folder = cache.cacheFolder()
	const program = path.join(folder, 'engine-chain-' + cacheKey(sources.checkedHash(), toolchain))
	if (fs.existsSync(program)) return program
	const target = path.join(folder, 'target')
	cache.withLock(folder, log, function () {
		claimTarget(target)
		log('building engine-chain, which a benchmark compares the codec with (Rust)')
		buildExample('engine-chain', toolchain, target)
		cache.copyWhole(path.join(target, 'release', 'examples', 'engine-chain'), program)
	})
	return program
}

// Of the whole workspace, so that its dependencies are those that the addon was built with.
function buildExample(name, toolchain, target) {
	const args = ['build', '--release', '--locked', '--workspace', '--exclude=accord-wasm', '--example=' + name]
	const result = cargo(toolchain, args, { CARGO_TARGET_DIR: target })
	if (result.status !== 0) throw new Error('cargo build did not succeed; its output is above.')
}

/** Writes the definition of a package, which a blueprint's code describes, to a file. */
function packageDefinition(code, definition, options) {
	const toolchain = toolchains.ensureToolchain(options.log)
	const folder = cache.cacheFolder()
	const target = path.join(folder, 'target')
	cache.withLock(folder, options.log, function () {
		claimTarget(target)
		buildExample('package-definition', toolchain, target)
		const program = path.join(target, 'release', 'examples', 'package-definition')
		const { status } = childProcess.spawnSync(program, [code, definition], { stdio: ['ignore', 'inherit', 'inherit'] })
		if (status !== 0) throw new Error('the code does not describe its package.')
	})
}

exports.ensureAddon = ensureAddon
exports.ensureEngineChain = ensureEngineChain
exports.packageDefinition = packageDefinition
exports.generatedTypings = generatedTypings
exports.checkTypings = checkTypings
exports.checkRust = checkRust
exports.testRust = testRust
exports.sourceHash = sources.sourceHash
