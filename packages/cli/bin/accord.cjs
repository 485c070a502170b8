#!/usr/bin/env node
// `npx accord` from a clone: sets the clone up if needed, then runs the command on the project's own Node. Plain CommonJS
// in old syntax: any Node from version 20 may start it, before anything is installed.
'use strict'

var childProcess = require('child_process')
var path = require('path')

var root = path.join(__dirname, '..', '..', '..')

function run(args, options) {
	return childProcess.spawnSync(process.execPath, args, Object.assign({ stdio: 'inherit' }, options))
}

/** The project's own Node, which reads TypeScript; others lack features that the services use. */
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
// A terminal's Ctrl-C also reaches the command directly; signals sent to this process alone are passed on.
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
