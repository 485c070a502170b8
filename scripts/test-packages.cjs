// System packages that only tests need: installed with ACCORD_INSTALL=1 (or CI=true) where that works without a password; otherwise the tests that need them
// are skipped. Plain CommonJS for the same reason as setup.cjs.
'use strict'

var fs = require('fs')
var path = require('path')
var debian = require('./debian-programs.cjs')
var debianPackages = require('./debian-packages.cjs')

/** Whether each package is installed. */
var packages = {
	postgresql: function () {
		return listOf('/usr/lib/postgresql').some(function (version) {
			return fs.existsSync(path.join('/usr/lib/postgresql', version, 'bin', 'initdb'))
		})
	},
	// The page's tests run in it: it draws no window, so they take a quarter less than in the whole browser, which serves too.
	'chromium-headless-shell': function () {
		return (
			fs.existsSync('/usr/bin/chromium-headless-shell') ||
			(!debianPackages.mayInstall() && fs.existsSync('/usr/bin/chromium'))
		)
	},
	// They run the generators of clients, and compile what those make.
	'default-jdk-headless': function () {
		return isOnPath('javac')
	},
	maven: function () {
		return isOnPath('mvn')
	},
	'golang-go': function () {
		return isOnPath('go')
	},
	// They build and run the image, whose base is made of Debian's packages.
	podman: function () {
		return fs.existsSync('/usr/bin/podman')
	},
	runc: function () {
		return fs.existsSync('/usr/sbin/runc')
	},
	debootstrap: function () {
		return fs.existsSync('/usr/sbin/debootstrap')
	},
	// With them the page looks the same everywhere.
	'fonts-liberation': function () {
		return fs.existsSync('/usr/share/fonts/truetype/liberation')
	},
}

/** Installs what is missing, once per state of the machine, so that a failed installation is not retried on every run. */
function ensureTestPackages(options) {
	var missing = function () {
		return missingPackages().concat(debian.missingPrograms(options.root, debian.forTests))
	}
	if (missing().length === 0) return
	var stampFile = path.join(options.root, 'node_modules', '.accord-test-packages')
	if (readOr(stampFile, '') !== machineStamp(missing())) {
		debianPackages.installPackages(missingPackages(), 'for the tests', options.log)
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

/** The opponents of some benchmarks, which leave them out if missing; also tried once per state of the machine. */
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
	debian.unpackPrograms({ root: options.root, log: options.log, names: names, asRoot: debianPackages.rootCommand() })
}

function missingPackages() {
	return Object.keys(packages).filter(function (name) {
		return !packages[name]()
	})
}

/** Changes whenever a package is installed or removed, or the package lists are updated. */
function machineStamp(missing) {
	var times = ['/var/lib/dpkg/status', '/var/lib/apt/lists'].map(function (file) {
		return fs.existsSync(file) ? fs.statSync(file).mtimeMs : 0
	})
	return missing
		.concat(times, [debianPackages.mayInstall(), typeof process.getuid === 'function' ? process.getuid() : ''])
		.join(' ')
}

function isOnPath(program) {
	return (process.env.PATH || '').split(path.delimiter).some(function (directory) {
		return fs.existsSync(path.join(directory, program))
	})
}

function listOf(directory) {
	return fs.existsSync(directory) ? fs.readdirSync(directory) : []
}

function readOr(file, otherwise) {
	return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : otherwise
}

module.exports = { ensureTestPackages: ensureTestPackages, ensureBenchmarkPrograms: ensureBenchmarkPrograms }
