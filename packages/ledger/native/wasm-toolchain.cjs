'use strict'

// The toolchain that compiles to WebAssembly. Runs on any Node from 20.

const childProcess = require('child_process')
const fs = require('fs')
const path = require('path')

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

/** The versions that the bytes of what it builds depend on; undefined if it is not installed. */
function findToolchain() {
	const sysroot = firstLine(TOOLS.rustc, ['--print', 'sysroot'])
	if (sysroot === undefined || !fs.existsSync(path.join(sysroot, STANDARD_LIBRARY))) return undefined
	const versions = [TOOLS.cargo, TOOLS.rustc, TOOLS.linker, TOOLS.clang].map(function (tool) {
		return firstLine(tool, ['--version'])
	})
	return versions.includes(undefined) ? undefined : versions.slice(1).join('; ')
}

/** Runs cargo in a folder. Returns where its release lies below `target`. Throws if the build does not succeed. */
function compile(folder, options) {
	const result = childProcess.spawnSync(TOOLS.cargo, options.args, {
		cwd: folder,
		env: Object.assign({}, process.env, options.env, { CARGO_TARGET_DIR: options.target }),
		stdio: ['ignore', 'inherit', 'inherit'],
	})
	if (result.status !== 0) throw new Error('cargo build did not succeed; its output is above.')
	return path.join(options.target, 'wasm32-unknown-unknown')
}

exports.PACKAGES = PACKAGES
exports.TOOLS = TOOLS
exports.findToolchain = findToolchain
exports.compile = compile
