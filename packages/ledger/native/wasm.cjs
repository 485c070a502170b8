'use strict'

// Builds the codec as WebAssembly. What it builds is committed, so that no one needs its toolchain who does not change the
// codec. Runs on any Node from 20.

const childProcess = require('child_process')
const crypto = require('crypto')
const fs = require('fs')
const path = require('path')
const cache = require('./cache.cjs')
const sources = require('./sources.cjs')

const FOLDER = path.join(__dirname, '..', '..', 'codec', 'wasm')
const ARTIFACT = path.join(FOLDER, 'codec.wasm')
const STAMP = path.join(FOLDER, 'stamp.json')
const NAME = 'packages/codec/wasm/codec.wasm'

/** Debian's packages with the toolchain: this Rust can build its own standard library. */
const PACKAGES = ['cargo-web', 'rustc-web', 'rust-web-src', 'lld-22', 'clang-19']

const TOOLS = {
	cargo: '/usr/bin/cargo',
	rustc: '/usr/bin/rustc',
	linker: '/usr/bin/wasm-ld-22',
	clang: '/usr/bin/clang-19',
}

const STANDARD_LIBRARY = 'lib/rustlib/src/rust/library'

// Small, and with nothing in it that depends on where it was built.
const ENVIRONMENT = {
	RUSTC: TOOLS.rustc,
	RUSTC_BOOTSTRAP: '1',
	CC_wasm32_unknown_unknown: TOOLS.clang,
	CFLAGS_wasm32_unknown_unknown: '-O2 -mbulk-memory -DUSE_FORCE_WIDEMUL_INT64=1',
	RUSTFLAGS: [
		'-Clinker=' + TOOLS.linker,
		'-Clinker-flavor=wasm-ld',
		'-Cstrip=symbols',
		'-Zlocation-detail=none',
		'-Zunstable-options',
		'-Cpanic=immediate-abort',
	].join(' '),
}

const ARGUMENTS = [
	'build',
	'--profile=wasm',
	'--locked',
	'--package=accord-wasm',
	'--features=lowmemory',
	'--target=wasm32-unknown-unknown',
	'-Zbuild-std=std,panic_abort',
	'-Zbuild-std-features=optimize_for_size',
]

function sha256(data) {
	return crypto.createHash('sha256').update(data).digest('hex')
}

function sourceHash() {
	return sha256(sources.wasmHash() + JSON.stringify([ENVIRONMENT, ARGUMENTS]))
}

function readStamp() {
	try {
		return JSON.parse(fs.readFileSync(STAMP, 'utf8'))
	} catch {
		return {}
	}
}

function firstLine(command, args) {
	const result = childProcess.spawnSync(command, args, { encoding: 'utf8' })
	return result.status === 0 ? result.stdout.split('\n')[0] : undefined
}

/** The versions that the artifact's bytes depend on; undefined if the toolchain is not installed. */
function findToolchain() {
	const sysroot = firstLine(TOOLS.rustc, ['--print', 'sysroot'])
	if (sysroot === undefined || !fs.existsSync(path.join(sysroot, STANDARD_LIBRARY))) return undefined
	const versions = [TOOLS.cargo, TOOLS.rustc, TOOLS.linker, TOOLS.clang].map(function (tool) {
		return firstLine(tool, ['--version'])
	})
	return versions.includes(undefined) ? undefined : versions.slice(1).join('; ')
}

/** Builds it, or takes it from the cache. Returns its bytes. Throws if the build does not succeed. */
function buildArtifact(options) {
	const toolchain = findToolchain()
	if (toolchain === undefined) throw new Error('to build ' + NAME + ': apt-get install ' + PACKAGES.join(' '))
	const folder = path.join(cache.cacheFolder(), 'wasm')
	const built = path.join(folder, sha256(sourceHash() + toolchain) + '.wasm')
	fs.mkdirSync(folder, { recursive: true })
	cache.withLock(folder, options.log, function () {
		if (!fs.existsSync(built)) build(folder, built, options)
	})
	return fs.readFileSync(built)
}

function build(folder, built, options) {
	options.log('building the codec as WebAssembly (Rust; some minutes the first time)')
	const target = path.join(folder, 'target')
	const result = childProcess.spawnSync(TOOLS.cargo, ARGUMENTS, {
		cwd: __dirname,
		env: Object.assign({}, process.env, ENVIRONMENT, { CARGO_TARGET_DIR: target }),
		stdio: ['ignore', 'inherit', 'inherit'],
	})
	if (result.status !== 0) throw new Error('cargo build did not succeed; its output is above.')
	cache.copyWhole(path.join(target, 'wasm32-unknown-unknown', 'wasm', 'accord_wasm.wasm'), built)
}

/** Throws if the committed artifact was not built from the present sources, as far as that can be seen without building it. */
function checkArtifact() {
	const stamp = readStamp()
	if (stamp.sources !== sourceHash() || stamp.artifact !== sha256(fs.readFileSync(ARTIFACT))) {
		throw new Error(NAME + ' is stale. Install ' + PACKAGES.join(' ') + ', then run: npm run generate')
	}
}

/** Builds it again if it is stale, or was built by another toolchain than the one installed here. */
function generateArtifact(options) {
	const stamp = readStamp()
	const toolchain = findToolchain()
	const isSameToolchain = toolchain === undefined || toolchain === stamp.toolchain
	if (stamp.sources === sourceHash() && isSameToolchain) return
	const artifact = buildArtifact(options)
	const written = { sources: sourceHash(), artifact: sha256(artifact), toolchain: toolchain }
	fs.mkdirSync(FOLDER, { recursive: true })
	fs.writeFileSync(ARTIFACT, artifact)
	fs.writeFileSync(STAMP, JSON.stringify(written, null, '\t') + '\n')
}

exports.PACKAGES = PACKAGES
exports.TOOLS = TOOLS
exports.sha256 = sha256
exports.findToolchain = findToolchain
exports.readStamp = readStamp
exports.buildArtifact = buildArtifact
exports.checkArtifact = checkArtifact
exports.generateArtifact = generateArtifact
