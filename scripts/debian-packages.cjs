// Installs Debian's packages where that works without a password. Plain CommonJS for the same reason as setup.cjs.
'use strict'

var childProcess = require('child_process')
var fs = require('fs')

// PostgreSQL's package would start its own server; the tests start theirs.
var installScript = [
	'apt="apt-get -qq -y --no-install-recommends -o DPkg::Lock::Timeout=120"',
	'config=/etc/postgresql-common/createcluster.d/accord.conf',
	'mkdir -p "$(dirname $config)" && echo "create_main_cluster = off" >$config',
	'trap "rm -f $config" EXIT',
	'export DEBIAN_FRONTEND=noninteractive',
	'$apt install "$@" >/dev/null 2>&1 || { $apt update >/dev/null && $apt install "$@" >/dev/null; }',
].join('\n')

/** Whether packages may be installed on this machine: somebody has said so, or it is CI's. */
function mayInstall() {
	return process.env.ACCORD_INSTALL === '1' || process.env.CI === 'true'
}

/** Reports what it installs, and for what; and why, if it fails. Without consent it only says how to give it. */
function installPackages(names, purpose, log) {
	if (names.length === 0 || !fs.existsSync('/usr/bin/apt-get')) return
	if (!mayInstall()) {
		log(names.join(', ') + ' ' + purpose + ': set ACCORD_INSTALL=1 to have them installed (apt-get)')
		return
	}
	var asRoot = rootCommand()
	if (asRoot === undefined) return
	log('installing ' + names.join(', ') + ' ' + purpose + ' (apt-get)')
	var command = asRoot.concat(['sh', '-c', installScript, 'sh'], names)
	var result = childProcess.spawnSync(command[0], command.slice(1), {
		stdio: ['ignore', 'ignore', 'pipe'],
		encoding: 'utf8',
	})
	if (result.status !== 0) log('apt-get: ' + (result.stderr || String(result.error)).trim().split('\n').pop())
}

/** The prefix that runs a command as root without a password; undefined if there is none, or without consent. */
function rootCommand() {
	if (!mayInstall() || !fs.existsSync('/usr/bin/apt-get')) return undefined
	if (process.getuid() === 0) return []
	var sudo = childProcess.spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' })
	return sudo.status === 0 ? ['sudo', '-n'] : undefined
}

module.exports = { installPackages: installPackages, mayInstall: mayInstall, rootCommand: rootCommand }
