#!/usr/bin/env node
// `npx accord` from a clone: sets the clone up if need be, then runs the command on the Node that the project brings.
// Plain CommonJS in old syntax: it may be started by any Node from version 20, before anything is installed.
'use strict'

var childProcess = require('child_process')
var path = require('path')

var root = path.join(__dirname, '..', '..', '..')

function run(args, options) {
	return childProcess.spawnSync(process.execPath, args, Object.assign({ stdio: 'inherit' }, options))
}

/** The Node that the project brings, which reads TypeScript; any other one lacks what the services use. */
function projectNode() {
	var packageName = 'node-' + (process.platform === 'win32' ? 'win' : process.platform) + '-' + process.arch
	var binary = process.platform === 'win32' ? 'node.exe' : 'node'
	try {
		return path.join(path.dirname(require.resolve(packageName + '/package.json', { paths: [root] })), 'bin', binary)
	} catch {
		return process.execPath
	}
}

if (run([path.join(root, 'setup.cjs')], { cwd: root }).status !== 0) process.exit(1)

var main = path.join(__dirname, '..', 'src', 'main.ts')
var flags = ['--conditions=accord-source', '--disable-warning=ExperimentalWarning']
var child = childProcess.spawn(projectNode(), flags.concat(main, process.argv.slice(2)), { stdio: 'inherit' })
// A terminal's Ctrl-C reaches the command by itself; what is sent to this process alone is passed on.
process.on('SIGINT', function () {})
;['SIGTERM', 'SIGHUP'].forEach(function (signal) {
	process.on(signal, function () {
		child.kill(signal)
	})
})
child.on('error', function (error) {
	process.stderr.write('accord: ' + error.message + '\n')
	process.exit(1)
})
child.on('exit', function (code, signal) {
	if (signal !== null) process.kill(process.pid, signal)
	process.exit(code === null ? 1 : code)
})
