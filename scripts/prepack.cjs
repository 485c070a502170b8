// npm runs this in a package's directory before packing it: builds the package from scratch, so that nothing stale is
// packed, and adds the licence. In a fresh clone it first installs what building takes.
'use strict'

var childProcess = require('child_process')
var fs = require('fs')
var path = require('path')

var setup = [path.join(__dirname, '..', 'setup.cjs'), '--dependencies']
if (childProcess.spawnSync(process.execPath, setup, { stdio: ['ignore', 2, 2] }).status !== 0) process.exit(1)
fs.rmSync('dist', { recursive: true, force: true })
var build = childProcess.spawnSync('npm', ['run', '--silent', 'build'], {
	stdio: 'inherit',
	shell: process.platform === 'win32',
})
if (build.status !== 0) process.exit(1)
;['LICENSE', 'NOTICE'].forEach(function (name) {
	fs.copyFileSync(path.join(__dirname, '..', name), path.join('dist', name))
})
