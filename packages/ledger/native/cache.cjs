'use strict'

// The cache of cargo's builds, for all clones of one user. Runs on any Node from 20.

const fs = require('fs')
const os = require('os')
const path = require('path')

const POLL_MS = 500
const TAKING_MS_MAX = 10_000

function userCache() {
	if (process.env.XDG_CACHE_HOME) return process.env.XDG_CACHE_HOME
	if (process.platform === 'darwin') return path.join(os.homedir(), 'Library', 'Caches')
	if (process.platform === 'win32' && process.env.LOCALAPPDATA) return process.env.LOCALAPPDATA
	return path.join(os.homedir(), '.cache')
}

/** The folder of the cache, created if missing. */
function cacheFolder() {
	const folder = path.join(userCache(), 'accord', 'rust')
	fs.mkdirSync(folder, { recursive: true })
	return folder
}

/** Readers see the old file or the new one, never a part; a process that has loaded the old one keeps it. */
function copyWhole(from, to) {
	const temporary = to + '.' + process.pid
	fs.copyFileSync(from, temporary)
	fs.renameSync(temporary, to)
}

function sleep(milliseconds) {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

function isRunning(pid) {
	try {
		process.kill(pid, 0)
		return true
	} catch (error) {
		return error.code === 'EPERM'
	}
}

function takeLock(file) {
	try {
		fs.writeFileSync(file, String(process.pid), { flag: 'wx' })
		return true
	} catch (error) {
		if (error.code !== 'EEXIST') throw error
		return false
	}
}

function dropIfAbandoned(file) {
	try {
		const holder = Number(fs.readFileSync(file, 'utf8'))
		// An empty file is a lock that is just being taken, unless its owner died while doing so.
		const isAbandoned = holder > 0 ? !isRunning(holder) : Date.now() - fs.statSync(file).mtimeMs > TAKING_MS_MAX
		if (isAbandoned) fs.unlinkSync(file)
	} catch (error) {
		if (error.code !== 'ENOENT') throw error
	}
}

/** One build at a time; a lock whose holder has died is taken over. */
function withLock(folder, log, work) {
	const file = path.join(folder, 'lock')
	for (let tries = 0; !takeLock(file); tries++) {
		dropIfAbandoned(file)
		if (tries === 1) log('waiting for another build')
		if (tries > 0) sleep(POLL_MS)
	}
	try {
		return work()
	} finally {
		fs.unlinkSync(file)
	}
}

exports.cacheFolder = cacheFolder
exports.copyWhole = copyWhole
exports.withLock = withLock
