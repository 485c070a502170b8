// npm runs this in a package's directory before packing it: builds the package from scratch, so that nothing stale is
// packed, and adds the licence.
'use strict'

var childProcess = require('child_process')
var fs = require('fs')
var path = require('path')

fs.rmSync('dist', { recursive: true, force: true })
var build = childProcess.spawnSync('npm', ['run', '--silent', 'build'], {
	stdio: 'inherit',
	shell: process.platform === 'win32',
})
if (build.status !== 0) process.exit(1)
;['LICENSE', 'NOTICE'].forEach(function (name) {
	fs.copyFileSync(path.join(__dirname, '..', name), path.join('dist', name))
})
