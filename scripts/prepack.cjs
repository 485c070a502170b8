// Before a package is packed (npm runs it in the package's folder): builds it from scratch, so that nothing stale gets in,
// and puts the licence beside the result.
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
