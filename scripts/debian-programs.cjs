// Debian's programs that only tests and benchmarks run: downloaded and unpacked below node_modules, never installed,
// because their packages would start services on this machine. Plain CommonJS for the same reason as setup.cjs.
'use strict'

var childProcess = require('child_process')
var fs = require('fs')
var path = require('path')

var libraries = 'usr/lib/' + (process.arch === 'arm64' ? 'aarch64' : 'x86_64') + '-linux-gnu/'

/** Where each package has its program, or a library that another one's needs. */
var programs = {
	caddy: 'usr/bin/caddy',
	// A part of nginx that is loaded when it starts.
	'libnginx-mod-nchan': 'usr/lib/nginx/modules/ngx_nchan_module.so',
	'libc-ares2': libraries + 'libcares.so.2',
	'libevent-2.1-7': libraries + 'libevent-2.1.so.7',
	'nats-server': 'usr/sbin/nats-server',
	nginx: 'usr/sbin/nginx',
	pgbouncer: 'usr/sbin/pgbouncer',
	prometheus: 'usr/bin/promtool',
}

// The program alone, or the file to which a library's name links, moved into place whole; root updates outdated package lists.
var unpackScript = [
	'set -e',
	'package=$1 program=$2 folder=$3; shift 3',
	'work=$(mktemp -d); trap "rm -rf $work" EXIT; cd "$work"',
	'get="apt-get -qq -o APT::Sandbox::User=root download $package"',
	'$get >/dev/null 2>&1 || { "$@" apt-get -qq update >/dev/null && $get >/dev/null; } || exit 1',
	'dpkg-deb --fsys-tarfile "$package"_*.deb | tar -x --wildcards "./$program*"',
	'mkdir -p "$folder/$(dirname "$program")"',
	'cp -L "$program" "$folder/$program.$$" && mv "$folder/$program.$$" "$folder/$program"',
].join('\n')

function folderIn(root) {
	return path.join(root, 'node_modules', '.accord-debian')
}

var forTests = ['caddy', 'libc-ares2', 'libevent-2.1-7', 'nats-server', 'nginx', 'pgbouncer', 'prometheus']
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
		var parameters = [name, programs[name], folderIn(options.root)].concat(asRoot)
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
