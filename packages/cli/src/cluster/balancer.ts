import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Child } from '../network/child.ts'
import { startProgram } from '../network/program.ts'
import { listens } from './nats-server.ts'

type BalancerOptions = {
	readonly program: string
	readonly port: number
	readonly nodePorts: readonly number[]
	readonly folder: string
	readonly onLine: (line: string) => void
}

/** Starts nginx, which passes requests and WebSockets to the nodes in turn, and skips a node that does not answer. */
export function startBalancer({ program, port, nodePorts, folder, onLine }: BalancerOptions): Child {
	mkdirSync(folder, { recursive: true, mode: 0o700 })
	const file = join(folder, 'nginx.conf')
	writeFileSync(file, balancerConfig({ port, nodePorts, folder }))
	return startProgram({
		name: 'balancer',
		path: program,
		args: ['-p', folder, '-e', 'stderr', '-c', file],
		cwd: folder,
		signal: 'TERM',
		isReady: () => listens(port),
		onLine,
	})
}

type Balanced = Pick<BalancerOptions, 'port' | 'nodePorts' | 'folder'>

/**
 * Uses deploy/nginx.conf without TLS, for several nodes on this machine. One worker process, so that all requests take
 * turns in one sequence.
 */
function balancerConfig({ port, nodePorts, folder }: Balanced): string {
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
	return `daemon off;
master_process off;
pid ${folder}/nginx.pid;
events { worker_connections 4096; }
http {
	access_log off;
	${temporary.map(kind => `${kind}_temp_path ${folder}/${kind};`).join('\n\t')}
	upstream nodes {
		# A node that fails is left out for 10 s; while all are left out, the second lines count.
		${nodePorts.map(nodePort => `server 127.0.0.1:${nodePort} max_fails=1 fail_timeout=10s;`).join('\n\t\t')}
		${nodePorts.map(nodePort => `server 127.0.0.1:${nodePort} max_fails=0 backup;`).join('\n\t\t')}
		keepalive 64;
		# Shorter than the nodes' own, so that no request meets a connection that is just being closed.
		keepalive_timeout 60s;
	}
	map $http_upgrade $upgraded {
		default upgrade;
		'' '';
	}
	server {
		listen 127.0.0.1:${port};
		client_max_body_size 1m;
		proxy_http_version 1.1;
		proxy_set_header Host $http_host;
		proxy_set_header X-Forwarded-For $remote_addr;
		proxy_set_header X-Forwarded-Proto $scheme;
		proxy_set_header Upgrade $http_upgrade;
		proxy_set_header Connection $upgraded;
		proxy_buffering off;
		proxy_cache off;
		# Also what a node that ends may have begun: the same order, fill or cancellation again is answered as the first.
		proxy_next_upstream error timeout http_503 non_idempotent;
		proxy_next_upstream_tries 3;
		proxy_next_upstream_timeout 4s;
		proxy_connect_timeout 2s;
		proxy_read_timeout 3s;
		proxy_send_timeout 15s;
		location / {
			error_page 418 = @wait;
			if ($arg_wait) {
				return 418;
			}
			proxy_pass http://nodes;
		}
		location @wait {
			proxy_read_timeout 35s;
			proxy_pass http://nodes;
		}
		location ~ ^/trade/.*/(stream|events)$ {
			proxy_read_timeout 5s;
			proxy_pass http://nodes;
		}
		location ~ ^/(flash|subintent-stream)$ {
			proxy_read_timeout 12s;
			proxy_pass http://nodes;
		}
	}
}
`
}
