'use strict'

// Builds the blueprint: the definition of its package and its code. What it builds is committed, so that no one needs its
// toolchain who does not change the blueprint. Runs on any Node from 20.

const childProcess = require('child_process')
const fs = require('fs')
const path = require('path')
const { packageDefinition } = require('../packages/ledger/native/build.cjs')
const cache = require('../packages/ledger/native/cache.cjs')
const { PACKAGES, TOOLS, findToolchain, sha256 } = require('../packages/ledger/native/wasm.cjs')

const FOLDER = path.join(__dirname, 'instamint')
const STAMP = path.join(FOLDER, 'stamp.json')
/** The package's definition and its code. */
const ARTIFACTS = ['instamint.rpd', 'instamint.wasm']

// The ledger takes WebAssembly's first version with two features; nothing in it depends on where it was built.
const ENVIRONMENT = {
	RUSTC: TOOLS.rustc,
	RUSTC_BOOTSTRAP: '1',
	CC_wasm32_unknown_unknown: TOOLS.clang,
	CFLAGS_wasm32_unknown_unknown: '-mcpu=mvp -mmutable-globals -msign-ext -mno-bulk-memory',
	RUSTFLAGS: [
		'-Ctarget-cpu=mvp',
		'-Ctarget-feature=+mutable-globals,+sign-ext',
		'-Cpanic=abort',
		'-Clinker=' + TOOLS.linker,
		'-Clinker-flavor=wasm-ld',
		'-Clink-arg=--allow-undefined',
		'-Zlocation-detail=none',
	].join(' '),
}

const ARGUMENTS = [
	'build',
	'--release',
	'--locked',
	'--target=wasm32-unknown-unknown',
	'-Zbuild-std=std,panic_abort',
	'-Zbuild-std-features=optimize_for_size',
]

function sourceHash() {
	const sources = fs
		.readdirSync(path.join(FOLDER, 'src'))
		.filter(function (name) {
			return name.endsWith('.rs')
		})
		.sort()
		.map(function (name) {
			return 'src/' + name
		})
	const texts = ['Cargo.toml', 'Cargo.lock'].concat(sources).map(function (name) {
		return [name, fs.readFileSync(path.join(FOLDER, name), 'utf8')]
	})
	return sha256(JSON.stringify([texts, ENVIRONMENT, ARGUMENTS]))
}

function readStamp() {
	try {
		return JSON.parse(fs.readFileSync(STAMP, 'utf8'))
	} catch {
		return {}
	}
}

/** Builds the artifacts, or takes them from the cache. Returns their paths. Throws if a build does not succeed. */
function buildArtifacts(options) {
	const toolchain = findToolchain()
	if (toolchain === undefined) throw new Error('to build the blueprint: apt-get install ' + PACKAGES.join(' '))
	const folder = path.join(cache.cacheFolder(), 'blueprint')
	const built = path.join(folder, sha256(sourceHash() + toolchain))
	fs.mkdirSync(folder, { recursive: true })
	cache.withLock(folder, options.log, function () {
		if (fs.existsSync(built + '.wasm')) return
		options.log('building the blueprint (Rust; some minutes the first time)')
		const target = path.join(folder, 'target')
		packageDefinition(compile(target, []), built + '.rpd', options)
		cache.copyWhole(compile(target, ['--features=no-schema']), built + '.wasm')
	})
	return [built + '.rpd', built + '.wasm']
}

function compile(target, features) {
	// Clones share the target folder, and cargo tells their files apart by time alone.
	const now = new Date()
	fs.utimesSync(path.join(FOLDER, 'src', 'lib.rs'), now, now)
	const result = childProcess.spawnSync(TOOLS.cargo, ARGUMENTS.concat(features), {
		cwd: FOLDER,
		env: Object.assign({}, process.env, ENVIRONMENT, { CARGO_TARGET_DIR: target }),
		stdio: ['ignore', 'inherit', 'inherit'],
	})
	if (result.status !== 0) throw new Error('cargo build did not succeed; its output is above.')
	return path.join(target, 'wasm32-unknown-unknown', 'release', 'instamint.wasm')
}

function committed(name) {
	return fs.readFileSync(path.join(FOLDER, name))
}

function committedHashes() {
	return ARTIFACTS.map(function (name) {
		return sha256(committed(name))
	})
}

/** Throws if the committed artifacts are not those of the present sources, as far as that can be seen without a build. */
function checkStamp() {
	const stamp = readStamp()
	if (stamp.sources === sourceHash() && String(stamp.artifacts) === String(committedHashes())) return
	throw new Error('blueprints/instamint is stale. Install ' + PACKAGES.join(' ') + ', then run: npm run generate')
}

/** Throws if the toolchain, which must be the one that built them, does not build the committed artifacts again, byte for byte. */
function checkBytes(options) {
	buildArtifacts(options).forEach(function (file, index) {
		const isSame = fs.readFileSync(file).equals(committed(ARTIFACTS[index]))
		if (!isSame) throw new Error('blueprints/instamint/' + ARTIFACTS[index] + ' is not what its sources give.')
	})
}

/** Checks the stamp always, and the bytes where the toolchain that built them is installed. */
function checkArtifacts(options) {
	checkStamp()
	if (findToolchain() === readStamp().toolchain) checkBytes(options)
	else options.log('skipped: the blueprint is built again only by ' + readStamp().toolchain)
}

/** Builds them again if they are stale, or were built by another toolchain than the one installed here. */
function generateArtifacts(options) {
	const stamp = readStamp()
	const toolchain = findToolchain()
	const isSameToolchain = toolchain === undefined || toolchain === stamp.toolchain
	if (stamp.sources === sourceHash() && isSameToolchain) return
	buildArtifacts(options).forEach(function (file, index) {
		cache.copyWhole(file, path.join(FOLDER, ARTIFACTS[index]))
	})
	const written = { sources: sourceHash(), artifacts: committedHashes(), toolchain: toolchain }
	fs.writeFileSync(STAMP, JSON.stringify(written, null, '\t') + '\n')
}

exports.findToolchain = findToolchain
exports.readStamp = readStamp
exports.checkArtifacts = checkArtifacts
exports.checkBytes = checkBytes
exports.generateArtifacts = generateArtifacts
