'use strict'

// The toolchain that compiles to WebAssembly. Runs on any Node from 20.

const childProcess = require('child_process')
const fs = require('fs')
const path = require('path')
const { installPackages } = require('../../../scripts/debian-packages.cjs')
const { claimTarget } = require('./sources.cjs')

/** Debian's packages with the toolchain: this Rust can build its own standard library. */
const PACKAGES = ['cargo-web', 'rustc-web', 'rust-web-src', 'lld-22', 'clang-19']

const TOOLS = {
	cargo: '/usr/bin/cargo',
	rustc: '/usr/bin/rustc',
	linker: '/usr/bin/wasm-ld-22',
	clang: '/usr/bin/clang-19',
}

const STANDARD_LIBRARY = 'lib/rustlib/src/rust/library'

function firstLine(command, args) {
	const result = childProcess.spawnSync(command, args, { encoding: 'utf8' })
	return result.status === 0 ? result.stdout.split('\n')[0] : undefined
}

/** The versions on which the bytes of its output depend; undefined if it is not installed. */
function findToolchain() {
	const sysroot = firstLine(TOOLS.rustc, ['--print', 'sysroot'])
	if (sysroot === undefined || !fs.existsSync(path.join(sysroot, STANDARD_LIBRARY))) return undefined
	const versions = [TOOLS.cargo, TOOLS.rustc, TOOLS.linker, TOOLS.clang].map(function (tool) {
		return firstLine(tool, ['--version'])
	})
	return versions.includes(undefined) ? undefined : versions.slice(1).join('; ')
}

/** The same, installed first if missing, where that works without a password. Throws an error that says how to get it. */
function ensureToolchain(log) {
	const found = findToolchain()
	if (found !== undefined) return found
	installPackages(PACKAGES, 'to build WebAssembly', log)
	const installed = findToolchain()
	if (installed !== undefined) return installed
	throw new Error('WebAssembly is built by Debian’s Rust. To install it: apt-get install ' + PACKAGES.join(' '))
}

/** Cargo's settings for the tools. Their output does not depend on where it was built. */
function environment(cflags, rustflags) {
	return {
		RUSTC: TOOLS.rustc,
		RUSTC_BOOTSTRAP: '1',
		CC_wasm32_unknown_unknown: TOOLS.clang,
		CFLAGS_wasm32_unknown_unknown: cflags,
		RUSTFLAGS: ['-Clinker=' + TOOLS.linker, '-Clinker-flavor=wasm-ld'].concat(rustflags).join(' '),
	}
}

/** Runs cargo in a folder. Returns the folder of the release below `target`. Throws if the build fails. */
function compile(folder, options) {
	claimTarget(options.target, folder)
	const result = childProcess.spawnSync(TOOLS.cargo, options.args, {
		cwd: folder,
		env: Object.assign({}, process.env, options.env, { CARGO_TARGET_DIR: options.target }),
		stdio: ['ignore', 'inherit', 'inherit'],
	})
	if (result.status !== 0) throw new Error('cargo build did not succeed; its output is above.')
	return path.join(options.target, 'wasm32-unknown-unknown')
}

exports.TOOLS = TOOLS
exports.ensureToolchain = ensureToolchain
exports.environment = environment
exports.compile = compile
