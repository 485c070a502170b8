import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { debianProgram } from '../../test/fixtures/debian-programs.ts'
import { startGuarded } from '../../test/fixtures/guarded-program.ts'
import { freePort, listens } from '../ports.ts'
import { processorMs } from '../process-tree.ts'
import { removeFolder, temporaryFolder } from '../temporary-folder.ts'

/** nginx with the module nchan, which passes every post on to all its listeners. */
export type Nchan = {
	/** The address of its WebSocket for listeners. */
	readonly url: string
	cpuMs(): Promise<number>
	/** Posts a message this many times. */
	send(message: string, times: number): Promise<void>
	stop(): Promise<void>
}

// The module asks for a folder below /var/lib/nginx, whatever is configured. It gets one that only it sees, which takes
// root.
const ownStateFolder = 'mount -t tmpfs none /var/lib && mkdir /var/lib/nginx && exec "$@"'

/** Starts Debian's in a temporary folder; returns the reason if it is missing. It ends with this process, however that ends. */
export async function startNchan(): Promise<Nchan | string> {
	const program = debianProgram('nginx')
	const module = debianProgram('libnginx-mod-nchan')
	if (program === undefined || module === undefined) {
		const missing = program === undefined ? 'nginx' : 'libnginx-mod-nchan'
		return `Debian’s ${missing} is neither installed nor unpacked (node setup.cjs --bench)`
	}
	const [folder, port] = [temporaryFolder(), await freePort()]
	const file = join(folder, 'nginx.conf')
	writeFileSync(file, configOf({ module, folder, port }))
	let stop: () => Promise<void>
	try {
		stop = await startGuarded({
			name: 'nginx with nchan',
			listens: () => listens(port),
			command: [
				'unshare',
				'--mount',
				'sh',
				'-c',
				ownStateFolder,
				'sh',
				program,
				'-p',
				folder,
				'-e',
				'stderr',
				'-c',
				file,
			],
			cwd: folder,
			signal: 'TERM',
		})
	} catch (error) {
		removeFolder(folder)
		return error instanceof Error ? error.message : String(error)
	}
	const url = `http://127.0.0.1:${port}/publish`
	const post = async (body: string) => {
		const { ok, status } = await fetch(url, { method: 'POST', body })
		if (!ok) throw new Error(`nchan answered ${status}`)
	}
	return {
		url: `ws://127.0.0.1:${port}/listen`,
		cpuMs: async () => processorMs(folder),
		send: async (message, times) => {
			await Promise.all(Array.from({ length: times }, () => post(message)))
		},
		stop: async () => {
			await stop()
			removeFolder(folder)
		},
	}
}

/** One worker, as the service has one thread for its sockets. */
function configOf({ module, folder, port }: { module: string; folder: string; port: number }): string {
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
	return `load_module ${module};
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 4096; }
http {
	access_log off;
	${temporary.map(kind => `${kind}_temp_path ${folder}/${kind};`).join('\n\t')}
	nchan_message_buffer_length 1000;
	nchan_message_timeout 60s;
	server {
		listen 127.0.0.1:${port};
		client_max_body_size 1m;
		client_body_buffer_size 1m;
		location = /publish { nchan_publisher http; nchan_channel_id bundles; }
		location = /listen { nchan_subscriber websocket; nchan_channel_id bundles; nchan_subscriber_first_message newest; }
	}
}
`
}
