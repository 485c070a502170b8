'use strict'

// What the WebAssembly toolchain builds and the project commits, so that no one needs the toolchain who does not change its
// sources. Beside the artifacts lies `stamp.json`: the hash of their sources, their own hashes, and the toolchain. Runs on any
// Node from 20.

const crypto = require('crypto')
const fs = require('fs')
const path = require('path')
const cache = require('./cache.cjs')
const toolchains = require('./wasm-toolchain.cjs')

function sha256(data) {
	return crypto.createHash('sha256').update(data).digest('hex')
}

/**
 * `name` is what messages call it; `artifacts` are files of `folder`; `sourceHash` identifies their sources and flags; `make` writes
 * them to the paths that it is given, using a folder for what the compiler keeps.
 */
function committedBuild({ name, folder, artifacts, sourceHash, make }) {
	const stampFile = path.join(folder, 'stamp.json')
	const install = 'apt-get install ' + toolchains.PACKAGES.join(' ')

	function readStamp() {
		try {
			return JSON.parse(fs.readFileSync(stampFile, 'utf8'))
		} catch {
			return {}
		}
	}

	function committed(artifact) {
		return fs.readFileSync(path.join(folder, artifact))
	}

	function committedHashes() {
		return artifacts.map(function (artifact) {
			return sha256(committed(artifact))
		})
	}

	/** Builds the artifacts, or takes them from the cache. Returns their paths. Throws if a build does not succeed. */
	function build(options) {
		const toolchain = toolchains.findToolchain()
		if (toolchain === undefined) throw new Error('to build ' + name + ': ' + install)
		const cached = path.join(cache.cacheFolder(), path.basename(folder))
		const key = path.join(cached, sha256(sourceHash() + toolchain))
		const built = artifacts.map(function (artifact) {
			return key + path.extname(artifact)
		})
		fs.mkdirSync(cached, { recursive: true })
		cache.withLock(cached, options.log, function () {
			if (built.every(fs.existsSync)) return
			options.log('building ' + name + ' (Rust; some minutes the first time)')
			make(built, { target: path.join(cached, 'target'), log: options.log })
		})
		return built
	}

	/** Throws if the committed artifacts are not those of the present sources, as far as that can be seen without a build. */
	function checkStamp() {
		const stamp = readStamp()
		if (stamp.sources === sourceHash() && String(stamp.artifacts) === String(committedHashes())) return
		throw new Error(name + ' is stale. To build it: ' + install + ', then: npm run generate')
	}

	/** Throws if the toolchain, which must be the one that built them, does not build the committed artifacts again, byte for byte. */
	function checkBytes(options) {
		build(options).forEach(function (file, index) {
			const isSame = fs.readFileSync(file).equals(committed(artifacts[index]))
			if (!isSame) throw new Error(artifacts[index] + ' is not what its sources give.')
		})
	}

	/** Checks the stamp always, and the bytes where the toolchain that built them is installed. */
	function check(options) {
		checkStamp()
		const { toolchain } = readStamp()
		if (toolchains.findToolchain() === toolchain) checkBytes(options)
		else options.log('skipped: ' + name + ' is built again only by ' + toolchain)
	}

	/** Builds them again if they are stale, or were built by another toolchain than the one installed here. */
	function generate(options) {
		const stamp = readStamp()
		const toolchain = toolchains.findToolchain()
		const isSameToolchain = toolchain === undefined || toolchain === stamp.toolchain
		if (stamp.sources === sourceHash() && isSameToolchain) return
		build(options).forEach(function (file, index) {
			cache.copyWhole(file, path.join(folder, artifacts[index]))
		})
		const written = { sources: sourceHash(), artifacts: committedHashes(), toolchain: toolchain }
		// A single hash on one line, as the formatter wants it.
		const text = JSON.stringify(written, null, '\t').replace(/\[\s+("[^"]*")\s+\]/, '[$1]')
		fs.writeFileSync(stampFile, text + '\n')
	}

	return {
		readStamp: readStamp,
		findToolchain: toolchains.findToolchain,
		build: build,
		checkStamp: checkStamp,
		checkBytes: checkBytes,
		check: check,
		generate: generate,
	}
}

exports.sha256 = sha256
exports.committedBuild = committedBuild
