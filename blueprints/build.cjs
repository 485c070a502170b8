'use strict'

// Builds the blueprint: its package definition and its code. Runs on any Node from 20.

const fs = require('fs')
const path = require('path')
const { packageDefinition } = require('../packages/ledger/native/cargo.cjs')
const cache = require('../packages/ledger/native/cache.cjs')
const { committedBuild, sha256 } = require('../packages/ledger/native/committed-build.cjs')
const { TOOLS, compile } = require('../packages/ledger/native/wasm-toolchain.cjs')

const FOLDER = path.join(__dirname, 'instamint')

// The ledger accepts WebAssembly's first version plus two features; nothing in it depends on where it was built.
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

function code(target, features) {
	const release = compile(FOLDER, { args: ARGUMENTS.concat(features), env: ENVIRONMENT, target: target })
	return path.join(release, 'release', 'instamint.wasm')
}

module.exports = committedBuild({
	name: 'instamint',
	folder: FOLDER,
	artifacts: ['instamint.rpd', 'instamint.wasm'],
	sourceHash: sourceHash,
	make: function (built, options) {
		packageDefinition(code(options.target, []), built[0], options)
		cache.copyWhole(code(options.target, ['--features=no-schema']), built[1])
	},
})
