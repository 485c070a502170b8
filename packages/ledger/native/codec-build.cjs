'use strict'

// Builds the codec as WebAssembly: small, for browsers, and without anything that unwinds. Runs on any Node from 20.

const path = require('path')
const cache = require('./cache.cjs')
const { programHash } = require('./sources.cjs')
const { committedBuild, sha256 } = require('./committed-build.cjs')
const { compile, environment } = require('./wasm-toolchain.cjs')

const ENVIRONMENT = environment('-O2 -mbulk-memory -DUSE_FORCE_WIDEMUL_INT64=1', [
	'-Cstrip=symbols',
	'-Zlocation-detail=none',
	'-Zunstable-options',
	'-Cpanic=immediate-abort',
])

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
		return sha256(programHash('codec.wasm') + JSON.stringify([ENVIRONMENT, ARGUMENTS]))
	},
	make: function (built, options) {
		const release = compile(__dirname, { args: ARGUMENTS, env: ENVIRONMENT, target: options.target })
		cache.copyWhole(path.join(release, 'wasm', 'accord_wasm.wasm'), built[0])
	},
})
