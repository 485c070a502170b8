// Debian's programs that only tests and benchmarks run: downloaded and unpacked below node_modules, never installed,
// because their packages would start services on this machine. Plain CommonJS for the same reason as setup.cjs.
'use strict'

var childProcess = require('child_process')
var fs = require('fs')
var path = require('path')

/** Where each package has its program. */
var programs = {
	caddy: 'usr/bin/caddy',
	haproxy: 'usr/sbin/haproxy',
	// A part of nginx that is loaded when it starts.
	'libnginx-mod-nchan': 'usr/lib/nginx/modules/ngx_nchan_module.so',
	'nats-server': 'usr/sbin/nats-server',
	nginx: 'usr/sbin/nginx',
	pgbouncer: 'usr/sbin/pgbouncer',
	prometheus: 'usr/bin/promtool',
}

/** Packages whose shared libraries a program needs and that other programs do not bring along. */
var libraries = {
	haproxy: ['liblua5.3-0', 'libopentracing-c-wrapper0', 'libopentracing1'],
	pgbouncer: ['libc-ares2', 'libevent-2.1-7'],
}

// The program alone, moved into place whole, after its libraries; root updates outdated package lists.
var unpackScript = [
	'set -e',
	'package=$1 program=$2 folder=$3 libraries=$4; shift 4',
	'work=$(mktemp -d); trap "rm -rf $work" EXIT; cd "$work"',
	'get="apt-get -qq -o APT::Sandbox::User=root download $package $libraries"',
	'$get >/dev/null 2>&1 || { "$@" apt-get -qq update >/dev/null && $get >/dev/null; } || exit 1',
	'mkdir -p "$folder"',
	'for library in $libraries; do dpkg-deb -x "$library"_*.deb "$folder"; done',
	'dpkg-deb --fsys-tarfile "$package"_*.deb | tar -x "./$program"',
	'mkdir -p "$folder/$(dirname "$program")"',
	'cp "$program" "$folder/$program.$$" && mv "$folder/$program.$$" "$folder/$program"',
].join('\n')

function folderIn(root) {
	return path.join(root, 'node_modules', '.accord-debian')
}

var forTests = ['caddy', 'haproxy', 'nats-server', 'nginx', 'pgbouncer', 'prometheus']
var forBenchmarks = ['libnginx-mod-nchan', 'nats-server', 'nginx']

/** The packages whose programs are neither unpacked nor installed. */
function missingPrograms(root, names) {
	return names.filter(function (name) {
		return ![folderIn(root), '/'].some(function (folder) {
			return fs.existsSync(path.join(folder, programs[name]))
		})
	})
}

/** `asRoot` is the prefix that runs a command as root; undefined if there is none. */
function unpackPrograms(options) {
	missingPrograms(options.root, options.names).forEach(function (name) {
		options.log('unpacking ' + name + ' (apt-get download)')
		var asRoot = options.asRoot === undefined ? ['false'] : options.asRoot
		var needed = (libraries[name] || []).join(' ')
		var parameters = [name, programs[name], folderIn(options.root), needed].concat(asRoot)
		var result = childProcess.spawnSync('sh', ['-c', unpackScript, 'sh'].concat(parameters), {
			stdio: ['ignore', 'ignore', 'pipe'],
			encoding: 'utf8',
		})
		var reason = (result.stderr || '').trim().split('\n').pop() || 'apt-get cannot download it'
		if (result.status !== 0) options.log(name + ': ' + reason)
	})
}

module.exports = {
	forTests: forTests,
	forBenchmarks: forBenchmarks,
	missingPrograms: missingPrograms,
	unpackPrograms: unpackPrograms,
}
