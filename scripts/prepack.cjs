// npm runs this in a package's directory before packing it: builds the package from scratch, so that nothing stale is
// packed, and adds the licence. In a fresh clone it first installs what building needs.
'use strict'

var childProcess = require('child_process')
var fs = require('fs')
var path = require('path')

var root = path.join(__dirname, '..')
if (!fs.existsSync(path.join(root, 'node_modules', 'typescript')))
	npm(root, ['ci', '--no-audit', '--no-fund', '--prefer-offline'])
fs.rmSync('dist', { recursive: true, force: true })
npm('.', ['run', '--silent', 'build'])
;['LICENSE', 'NOTICE'].forEach(function (name) {
	fs.copyFileSync(path.join(__dirname, '..', name), path.join('dist', name))
})

function npm(cwd, args) {
	var options = { cwd: cwd, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' }
	if (childProcess.spawnSync('npm', args, options).status !== 0) process.exit(1)
}
