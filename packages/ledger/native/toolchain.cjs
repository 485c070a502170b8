'use strict'

// Finds the Rust toolchain, or gets it. Runs on any Node from 20.

const childProcess = require('child_process')
const fs = require('fs')
const os = require('os')
const path = require('path')

const OLDEST = [1, 88]
const HOW =
	'Install Rust ' +
	OLDEST.join('.') +
	' or newer (https://rustup.rs, or on Debian: apt-get install cargo-web rustc-web).'

function output(command, args) {
	const result = childProcess.spawnSync(command, args, { encoding: 'utf8' })
	return result.status === 0 ? result.stdout : undefined
}

function isNewEnough(verbose) {
	const release = /^release: (\d+)\.(\d+)/m.exec(verbose)
	if (!release) return false
	const major = Number(release[1])
	return major > OLDEST[0] || (major === OLDEST[0] && Number(release[2]) >= OLDEST[1])
}

/** A cargo and its rustc: what is found on the path, then where rustup puts it, then where Debian does. */
function findToolchain() {
	const folders = ['', path.join(os.homedir(), '.cargo', 'bin'), '/usr/bin']
	for (let index = 0; index < folders.length; index++) {
		const cargo = path.join(folders[index], 'cargo')
		const rustc = path.join(folders[index], 'rustc')
		const verbose = output(rustc, ['-vV'])
		if (verbose && isNewEnough(verbose) && output(cargo, ['--version'])) {
			return { cargo: cargo, rustc: rustc, verbose: verbose, folder: folders[index] }
		}
	}
	return undefined
}

/** The prefix that lets apt run: none for root, sudo where it asks nothing; nothing at all otherwise. */
function aptPrefix() {
	if (process.platform !== 'linux' || !fs.existsSync('/usr/bin/apt-get')) return undefined
	if (process.getuid() === 0) return []
	return output('sudo', ['-n', 'true']) === undefined ? undefined : ['sudo', '-n']
}

function apt(prefix, args) {
	const command = prefix.concat(['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q'], args)
	return childProcess.spawnSync(command[0], command.slice(1), { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
}

function install(packages, log) {
	const prefix = aptPrefix()
	if (!prefix) return false
	log('installing ' + packages.join(' ') + ' (apt-get)')
	return apt(prefix, ['update']) && apt(prefix, ['install', '-y', '--no-install-recommends'].concat(packages))
}

function hasCompiler() {
	return output('cc', ['--version']) !== undefined
}

/** The toolchain to build with. Throws an error that says what is missing and how to get it. */
function ensureToolchain(log) {
	if (!hasCompiler() && !(install(['gcc', 'libc6-dev'], log) && hasCompiler())) {
		throw new Error('A C compiler is missing. Install one (on Debian: apt-get install gcc libc6-dev).')
	}
	let toolchain = findToolchain()
	if (toolchain) return toolchain
	if (install(['cargo-web', 'rustc-web'], log)) toolchain = findToolchain()
	if (!toolchain) throw new Error('Rust is missing or too old. ' + HOW)
	return toolchain
}

exports.ensureToolchain = ensureToolchain
exports.findToolchain = findToolchain
