// System packages that only tests need: installed with apt-get where that works without a password; otherwise the tests
// that need them are skipped. Plain CommonJS for the same reason as setup.cjs.
'use strict'

var childProcess = require('child_process')
var fs = require('fs')
var path = require('path')
var debian = require('./debian-programs.cjs')
var wasm = require('../packages/ledger/native/wasm-toolchain.cjs')

/** Whether each package is installed. */
var packages = {
	postgresql: function () {
		return listOf('/usr/lib/postgresql').some(function (version) {
			return fs.existsSync(path.join('/usr/lib/postgresql', version, 'bin', 'initdb'))
		})
	},
	// The page's tests run in it, and look the same everywhere with these fonts.
	chromium: function () {
		return fs.existsSync('/usr/bin/chromium')
	},
	'fonts-liberation': function () {
		return fs.existsSync('/usr/share/fonts/truetype/liberation')
	},
}

// Debian's package would start a server of its own; the tests start theirs.
var installScript = [
	'apt="apt-get -qq -y --no-install-recommends -o DPkg::Lock::Timeout=120"',
	'config=/etc/postgresql-common/createcluster.d/accord.conf',
	'mkdir -p "$(dirname $config)" && echo "create_main_cluster = off" >$config',
	'trap "rm -f $config" EXIT',
	'export DEBIAN_FRONTEND=noninteractive',
	'$apt install "$@" >/dev/null 2>&1 || { $apt update >/dev/null && $apt install "$@" >/dev/null; }',
].join('\n')

/** Installs what is missing, once per state of the machine, so that a failed installation is not retried on every run. */
function ensureTestPackages(options) {
	var missing = function () {
		return missingPackages().concat(debian.missingPrograms(options.root, debian.forTests))
	}
	if (missing().length === 0) return
	var stampFile = path.join(options.root, 'node_modules', '.accord-test-packages')
	if (readOr(stampFile, '') !== machineStamp(missing())) {
		install(missingPackages(), options.log)
		unpack(debian.forTests, options)
		fs.writeFileSync(stampFile, machineStamp(missing()))
	}
	var toInstall = missingPackages().join(' ')
	if (toInstall !== '')
		options.log('tests that need ' + toInstall + ' are skipped; to install: apt-get install ' + toInstall)
	var toUnpack = debian.missingPrograms(options.root, debian.forTests).join(' ')
	if (toUnpack !== '')
		options.log('tests that need ' + toUnpack + ' are skipped; to unpack them: apt-get update, then this again')
}

/** What some benchmarks are compared with, and leave out where it is missing; also tried once per state of the machine. */
function ensureBenchmarkPrograms(options) {
	var missing = function () {
		return debian.missingPrograms(options.root, debian.forBenchmarks)
	}
	if (missing().length === 0) return
	var stampFile = path.join(options.root, 'node_modules', '.accord-benchmark-programs')
	if (readOr(stampFile, '') === machineStamp(missing())) return
	unpack(debian.forBenchmarks, options)
	fs.writeFileSync(stampFile, machineStamp(missing()))
}

function unpack(names, options) {
	if (!fs.existsSync('/usr/bin/apt-get')) return
	debian.unpackPrograms({ root: options.root, log: options.log, names: names, asRoot: rootCommand() })
}

function missingPackages() {
	var missing = Object.keys(packages).filter(function (name) {
		return !packages[name]()
	})
	return missing.concat(missingToolchain())
}

/** CI alone builds the codec's WebAssembly again, to compare it with the committed one. */
function missingToolchain() {
	return process.env.CI === 'true' && wasm.findToolchain() === undefined ? wasm.PACKAGES : []
}

function install(missing, log) {
	var asRoot = rootCommand()
	if (asRoot === undefined || missing.length === 0) return
	log('installing ' + missing.join(', ') + ' for the tests (apt-get)')
	var command = asRoot.concat(['sh', '-c', installScript, 'sh'], missing)
	var result = childProcess.spawnSync(command[0], command.slice(1), {
		stdio: ['ignore', 'ignore', 'pipe'],
		encoding: 'utf8',
	})
	if (result.status !== 0) log('apt-get: ' + (result.stderr || String(result.error)).trim().split('\n').pop())
}

/** The prefix that runs a command as root without a password; undefined if there is none. */
function rootCommand() {
	if (!fs.existsSync('/usr/bin/apt-get')) return undefined
	if (process.getuid() === 0) return []
	var sudo = childProcess.spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' })
	return sudo.status === 0 ? ['sudo', '-n'] : undefined
}

/** Changes whenever a package is installed or removed, or the package lists are updated. */
function machineStamp(missing) {
	var times = ['/var/lib/dpkg/status', '/var/lib/apt/lists'].map(function (file) {
		return fs.existsSync(file) ? fs.statSync(file).mtimeMs : 0
	})
	return missing.concat(times, [typeof process.getuid === 'function' ? process.getuid() : '']).join(' ')
}

function listOf(directory) {
	return fs.existsSync(directory) ? fs.readdirSync(directory) : []
}

function readOr(file, otherwise) {
	return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : otherwise
}

module.exports = { ensureTestPackages: ensureTestPackages, ensureBenchmarkPrograms: ensureBenchmarkPrograms }
