'use strict'

// Builds the codec as WebAssembly. Runs on any Node from 20.

const path = require('path')
const cache = require('./cache.cjs')
const sources = require('./sources.cjs')
const { committedBuild, sha256 } = require('./committed-build.cjs')
const { TOOLS, compile } = require('./wasm-toolchain.cjs')

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

module.exports = committedBuild({
	name: 'codec.wasm',
	folder: path.join(__dirname, '..', '..', 'codec', 'wasm'),
	artifacts: ['codec.wasm'],
	sourceHash: function () {
		return sha256(sources.wasmHash() + JSON.stringify([ENVIRONMENT, ARGUMENTS]))
	},
	make: function (built, options) {
		const release = compile(__dirname, { args: ARGUMENTS, env: ENVIRONMENT, target: options.target })
		cache.copyWhole(path.join(release, 'wasm', 'accord_wasm.wasm'), built[0])
	},
})
