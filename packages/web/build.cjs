// Builds the page that the service serves at /, if any of its sources changed. Plain CommonJS for the same reason as
// setup.cjs, which calls it.
'use strict'

var childProcess = require('child_process')
var crypto = require('crypto')
var fs = require('fs')
var path = require('path')
var ownNode = require('../../scripts/own-node.cjs').ownNode

var own = __dirname
var dist = path.join(own, 'dist')

/** The page's sources, relative to the project's root. */
var sources = [
	'package-lock.json',
	'packages/codec/package.json',
	'packages/codec/src',
	'packages/codec/wasm',
	'packages/protocol/package.json',
	'packages/protocol/src',
	'packages/sdk/package.json',
	'packages/sdk/src',
	'packages/web/build.cjs',
	'packages/web/index.html',
	'packages/web/package.json',
	'packages/web/public',
	'packages/web/src',
	'packages/web/tsconfig.json',
	'packages/web/vite.config.ts',
]

/** Brings `dist` up to date. A failed build is only logged, because the rest of the project works without the page. */
function ensurePage(options) {
	var stampFile = path.join(options.root, 'node_modules', '.accord-page')
	var stamp = contentStamp(options.root)
	if (fs.existsSync(path.join(dist, 'index.html')) && readOr(stampFile, '') === stamp) return
	options.log('building the page')
	var built = path.join(own, 'dist.' + process.pid)
	var result = childProcess.spawnSync(
		ownNode(options.root),
		[
			path.join(options.root, 'node_modules', 'vite', 'bin', 'vite.js'),
			'build',
			'--logLevel',
			'warn',
			'--outDir',
			built,
		],
		{
			cwd: own,
			env: Object.assign({ NO_COLOR: '1' }, process.env),
			stdio: ['ignore', 'pipe', 'pipe'],
			encoding: 'utf8',
		},
	)
	if (result.status !== 0) {
		fs.rmSync(built, { recursive: true, force: true })
		options.log('building the page failed: ' + firstLines(result))
		return
	}
	// Built in its own folder and then moved, so that a setup running at the same time never serves half a page.
	fs.rmSync(dist, { recursive: true, force: true })
	fs.renameSync(built, dist)
	fs.writeFileSync(stampFile, stamp)
}

/** Changes with every byte of the sources, except their tests. */
function contentStamp(root) {
	var hash = crypto.createHash('sha256')
	sources.forEach(function (source) {
		filesAt(root, source).forEach(function (file) {
			hash.update(file + '\n')
			hash.update(fs.readFileSync(path.join(root, file)))
		})
	})
	return hash.digest('hex')
}

function filesAt(root, source) {
	if (!fs.statSync(path.join(root, source)).isDirectory()) return [source]
	var entries = fs.readdirSync(path.join(root, source), { withFileTypes: true })
	return entries
		.flatMap(function (entry) {
			var below = source + '/' + entry.name
			if (entry.isDirectory()) return filesAt(root, below)
			return entry.name.endsWith('.test.ts') ? [] : [below]
		})
		.sort()
}

function firstLines(result) {
	var text = (result.stderr || '') + (result.stdout || '') + (result.error ? String(result.error) : '')
	return text.trim().split('\n').slice(0, 15).join('\n')
}

function readOr(file, otherwise) {
	try {
		return fs.readFileSync(file, 'utf8')
	} catch {
		return otherwise
	}
}

module.exports = { ensurePage: ensurePage }
