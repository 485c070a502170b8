import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { libraryPath, requireProgram } from '../fixtures/debian-programs.ts'
import { startGuarded } from '../fixtures/guarded-program.ts'
import { statusFrom } from './raw-client.ts'

const root = new URL('../../', import.meta.url)

/** What the files of `deploy` run with here instead of a domain, its certificate and a server's ports. */
type Place = {
	readonly folder: string
	readonly upstreamPorts: readonly number[]
	readonly httpsPort: number
	readonly httpPort: number
}

export const proxyNames = ['nginx', 'caddy', 'haproxy'] as const
export type ProxyName = (typeof proxyNames)[number]

/** One of Debian's proxies with the configuration of `deploy`, in front of one node or several. */
export type ReverseProxy = {
	readonly port: number
	/** Where it redirects others to the secure port. */
	readonly httpPort: number
	stop(): Promise<void>
}

/** From then on this process trusts its self-signed certificate. */
export async function startReverseProxy(
	name: ProxyName,
	{ upstreamPorts }: { readonly upstreamPorts: readonly number[] },
): Promise<ReverseProxy> {
	const folder = mkdtempSync(join(tmpdir(), `accord-${name}-`))
	const [httpsPort, httpPort] = await freePorts()
	const place = { folder, upstreamPorts, httpsPort, httpPort }
	createCertificate(folder)
	const stop = await startGuarded({
		name,
		listens: () =>
			statusFrom(`http://127.0.0.1:${httpPort}/`, '127.0.0.1').then(
				() => true,
				() => false,
			),
		command: { nginx: nginxCommand, caddy: caddyCommand, haproxy: haproxyCommand }[name](place),
		cwd: folder,
		signal: 'TERM',
		env: {
			...libraryPath(),
			PATH: process.env.PATH,
			HOME: folder,
			ACCORD_UPSTREAM: upstreamPorts.map(port => `127.0.0.1:${port}`).join(' '),
		},
		removedAtEnd: folder,
	})
	const certificate = readFileSync(join(folder, 'certificate.pem'), 'utf8')
	setDefaultCACertificates([...getCACertificates('default'), certificate])
	return { port: httpsPort, httpPort, stop }
}

/** As Debian's own nginx.conf has it around the file; without a master process, so that it ends with this one. */
function nginxCommand({ folder, upstreamPorts, httpsPort, httpPort }: Place): [string, ...string[]] {
	const shipped = read('nginx.conf')
	const only = '	server 127.0.0.1:8480;'
	const ofEach = shipped.match(/(?<=^\t# {3})server 10\.0\.0\.1:8480 .*$/gm) ?? []
	const lines =
		upstreamPorts.length === 1
			? [only.replace('8480', `${upstreamPorts[0]}`)]
			: upstreamPorts.flatMap(port => ofEach.map(line => line.replace('10.0.0.1:8480', `127.0.0.1:${port}`)))
	const configured = replaced(shipped, [
		[only, lines.join('\n')],
		['listen 443 ssl http2;', `listen 127.0.0.1:${httpsPort} ssl http2;`],
		['	listen [::]:443 ssl http2;\n', ''],
		['listen 80;', `listen 127.0.0.1:${httpPort};`],
		['	listen [::]:80;\n', ''],
		['/etc/letsencrypt/live/accord.example/fullchain.pem', join(folder, 'certificate.pem')],
		['/etc/letsencrypt/live/accord.example/privkey.pem', join(folder, 'key.pem')],
	])
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(kind => {
		mkdirSync(join(folder, kind))
		return `${kind}_temp_path ${join(folder, kind)};`
	})
	writeFileSync(join(folder, 'accord.conf'), configured)
	writeFileSync(
		join(folder, 'nginx.conf'),
		`worker_rlimit_nofile 40000;
pid ${folder}/nginx.pid;
events { worker_connections 20000; }
http {
	sendfile on;
	tcp_nopush on;
	gzip on;
	access_log off;
	${temporary.join('\n\t')}
	include ${folder}/accord.conf;
}
`,
	)
	const directives = 'daemon off; master_process off;'
	return [requireProgram('nginx'), '-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf'), '-g', directives]
}

/** With that certificate: to obtain one it would have to be reachable at a domain. */
function caddyCommand({ folder, httpsPort, httpPort }: Place): [string, ...string[]] {
	const options = `\n{\n\tadmin off\n\tdefault_bind 127.0.0.1\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n`
	const configured = replaced(read('Caddyfile'), [
		['\n{\n', options],
		['\naccord.example {\n', `\n127.0.0.1 {\n\ttls ${folder}/certificate.pem ${folder}/key.pem\n`],
	])
	writeFileSync(join(folder, 'Caddyfile'), configured)
	return [requireProgram('caddy'), 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]
}

/** Without its own user and folder, with fewer connections, and with the certificate and its key in one file. */
function haproxyCommand({ folder, upstreamPorts, httpsPort, httpPort }: Place): [string, ...string[]] {
	const [certificate, key] = ['certificate.pem', 'key.pem'].map(name => readFileSync(join(folder, name), 'utf8'))
	writeFileSync(join(folder, 'accord.pem'), `${certificate}${key}`)
	const configured = replaced(read('haproxy.cfg'), [
		['\tuser haproxy\n\tgroup haproxy\n\tchroot /var/lib/haproxy\n', ''],
		['maxconn 20000', 'maxconn 4000'],
		['bind :443 ssl crt /etc/haproxy/accord.pem', `bind 127.0.0.1:${httpsPort} ssl crt ${folder}/accord.pem`],
		['bind :80\n', `bind 127.0.0.1:${httpPort}\n`],
	])
	const nodes = upstreamPorts.map((port, at) => `server node${at + 1} 127.0.0.1:${port}`).join('\n\t')
	writeFileSync(join(folder, 'haproxy.cfg'), configured.replaceAll('server node1 127.0.0.1:8480', nodes))
	return [requireProgram('haproxy'), '-db', '-f', join(folder, 'haproxy.cfg')]
}

function read(name: string): string {
	return readFileSync(new URL(`deploy/${name}`, root), 'utf8')
}

/** Every line that is replaced must occur exactly once. */
function replaced(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
	return changes.reduce((changed, [from, to]) => {
		assert.equal(changed.split(from).length, 2, `${from} once`)
		return changed.replace(from, () => to)
	}, text)
}

function createCertificate(folder: string): void {
	const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
	const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')]
	const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc', '-days', '1']
	execFileSync(requireProgram('openssl'), ['req', '-x509', ...key, ...subject, ...files], { stdio: 'pipe' })
}

async function freePorts(): Promise<[number, number]> {
	const servers = [createServer(), createServer()] as const
	const listening = servers.map(async server => {
		server.listen(0, '127.0.0.1')
		await once(server, 'listening')
		return (server.address() as AddressInfo).port
	})
	const [first = 0, second = 0] = await Promise.all(listening)
	for (const server of servers) server.close()
	return [first, second]
}
