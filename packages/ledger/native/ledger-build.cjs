'use strict'

// Builds the local ledger as WebAssembly. The engine catches panics, so they must unwind. Runs on any Node from 20.

const fs = require('fs')
const path = require('path')
const zlib = require('zlib')
const { programHash } = require('./sources.cjs')
const { committedBuild, sha256 } = require('./committed-build.cjs')
const { compile, environment } = require('./wasm-toolchain.cjs')

const ENVIRONMENT = environment('-O3 -mbulk-memory -DUSE_FORCE_WIDEMUL_INT64=1', [
	'-Cstrip=symbols',
	'-Zunstable-options',
	'-Cpanic=unwind',
	'-Zlocation-detail=none',
])

const ARGUMENTS = [
	'build',
	'--profile=ledger-wasm',
	'--locked',
	'--package=accord-ledger-wasm',
	'--features=lowmemory',
	'--target=wasm32-unknown-unknown',
	'-Zbuild-std=std,panic_unwind',
]

/** A fifth of the size, for git. */
function compressed(bytes) {
	const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = zlib.constants
	const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: bytes.length }
	return zlib.brotliCompressSync(bytes, { params: params })
}

module.exports = committedBuild({
	name: 'ledger.wasm',
	folder: path.join(__dirname, '..', 'wasm'),
	artifacts: ['ledger.wasm.br'],
	sourceHash: function () {
		return sha256(programHash('ledger.wasm') + JSON.stringify([ENVIRONMENT, ARGUMENTS]))
	},
	make: function (built, options) {
		const release = compile(__dirname, { args: ARGUMENTS, env: ENVIRONMENT, target: options.target })
		const program = path.join(release, 'ledger-wasm', 'accord_ledger_wasm.wasm')
		fs.writeFileSync(built[0], compressed(fs.readFileSync(program)))
	},
	// Another version of the compressor may produce other bytes for the same program.
	content: zlib.brotliDecompressSync,
})
