'use strict'

// Artifacts that the WebAssembly toolchain builds and the project commits, so that only people who change their sources
// need the toolchain. `stamp.json` beside the artifacts has the hash of their sources, their own hashes, and the
// toolchain. Runs on any Node from 20.

const crypto = require('crypto')
const fs = require('fs')
const path = require('path')
const cache = require('./cache.cjs')
const toolchains = require('./wasm-toolchain.cjs')

function sha256(data) {
	return crypto.createHash('sha256').update(data).digest('hex')
}

/**
 * `name` is used in messages; `artifacts` are files of `folder`; `sourceHash` identifies their sources and flags; `make`
 * writes them to the given paths, with a folder for the compiler's own files. Artifacts are compared by `content`, by
 * default their bytes.
 */
function committedBuild({ name, folder, artifacts, sourceHash, make, content = bytes => bytes }) {
	const stampFile = path.join(folder, 'stamp.json')

	function readStamp() {
		return JSON.parse(fs.readFileSync(stampFile, 'utf8'))
	}

	function hashesIn(place) {
		return artifacts.map(function (artifact) {
			return sha256(content(fs.readFileSync(path.join(place, artifact))))
		})
	}

	/** Whether the committed artifacts match the current sources, as far as that can be seen without a build. */
	function isCurrent() {
		const sources = sourceHash()
		try {
			const stamp = readStamp()
			return stamp.sources === sources && String(stamp.artifacts) === String(hashesIn(folder))
		} catch {
			return false
		}
	}

	function build(place, log) {
		const built = artifacts.map(function (artifact) {
			return path.join(place, artifact)
		})
		fs.mkdirSync(place, { recursive: true })
		log('building ' + name + ' (Rust; a quarter of an hour the first time)')
		make(built, { target: path.join(place, 'target'), log: log })
	}

	function commit(place, toolchain) {
		fs.mkdirSync(folder, { recursive: true })
		for (const artifact of artifacts) cache.copyWhole(path.join(place, artifact), path.join(folder, artifact))
		const stamp = { sources: sourceHash(), artifacts: hashesIn(folder), toolchain: toolchain }
		// The formatter wants a single hash on one line.
		const text = JSON.stringify(stamp, null, '\t').replace(/\[\s+("[^"]*")\s+\]/, '[$1]')
		fs.writeFileSync(stampFile, text + '\n')
	}

	/** Rebuilds the artifacts if they are stale. Throws an error that says what is missing. */
	function generate(options) {
		if (isCurrent()) return
		const toolchain = options.toolchain || toolchains.ensureToolchain(options.log)
		const place = path.join(cache.cacheFolder(), name)
		fs.mkdirSync(place, { recursive: true })
		cache.withLock(place, options.log, function () {
			build(place, options.log)
			commit(place, toolchain)
		})
	}

	/** Builds the artifacts in a new folder. Returns the hash of each, and whether it matches the committed one. */
	function verify(place, options) {
		if (!isCurrent()) throw new Error(name + ' is stale. Run: npm run generate')
		const toolchain = options.toolchain || toolchains.ensureToolchain(options.log)
		const builtBy = readStamp().toolchain
		if (toolchain !== builtBy) throw new Error(name + ' was built by ' + builtBy + ', but here is ' + toolchain)
		build(place, options.log)
		const committed = hashesIn(folder)
		return hashesIn(place).map(function (hash, index) {
			return { artifact: artifacts[index], sha256: hash, isSame: hash === committed[index] }
		})
	}

	return { name: name, isCurrent: isCurrent, generate: generate, verify: verify }
}

exports.sha256 = sha256
exports.committedBuild = committedBuild
