// Plain CommonJS for the same reason as setup.cjs, which loads it.
'use strict'

var fs = require('fs')
var path = require('path')

/** The project's own Node once it is installed: the one that started this may be too old for the command. */
function ownNode(root) {
	var installed = path.join(root, 'node_modules', '.bin', 'node')
	return process.platform !== 'win32' && fs.existsSync(installed) ? installed : process.execPath
}

module.exports = { ownNode: ownNode }
