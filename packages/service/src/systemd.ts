import { execFile } from 'node:child_process'
import type { Logger } from 'pino'

// Guarantee: systemd is told nothing that is not so: it learns that the service is ready once it listens, and that it is
// alive only from a process whose event loop runs.

/** What a service tells the systemd that started it; does nothing for one started otherwise. */
export type Systemd = { ready(): void; stopping(): void }

/**
 * Takes what systemd's unit asks for (sd_notify) out of the environment, so that no child answers for this process.
 * Node cannot send datagrams to Unix sockets, so systemd's own command does.
 */
export function joinSystemd(env: NodeJS.ProcessEnv, log: Logger): Systemd {
	const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: watchdogUs, WATCHDOG_PID: watched } = env
	for (const name of ['NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID']) delete env[name]
	if (socket === undefined) return { ready: () => {}, stopping: () => {} }
	const timeout = 5_000
	const tell = (what: string, done = () => {}) => {
		execFile('systemd-notify', [what], { env: { PATH: env.PATH, NOTIFY_SOCKET: socket }, timeout }, err => {
			if (err !== null) log.warn({ err, what }, 'systemd could not be told')
			done()
		})
	}
	const isWatched = watched === undefined || Number(watched) === process.pid
	const beatMs = isWatched ? Number(watchdogUs ?? 0) / 1_000 / beatsPerTimeout : 0
	return {
		ready: () => {
			tell('READY=1')
			if (beatMs > 0) beat(beatMs, done => tell('WATCHDOG=1', done))
		},
		stopping: () => tell('STOPPING=1'),
	}
}

const beatsPerTimeout = 3

/** One at a time: the next one is sent once the last one has been. */
function beat(everyMs: number, send: (done: () => void) => void): void {
	const again = () => setTimeout(() => send(again), everyMs).unref()
	again()
}
