import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openNatsLine } from '../../packages/service/src/bus/nats-line.ts'
import type { NatsConfig } from '../../packages/service/src/config/bus-settings.ts'
import { hostUrls } from '../../packages/service/src/config/database-url.ts'
import { queryDatabase } from '../../packages/service/src/testing/query-database.ts'
import { without } from '../fixtures/debian-programs.ts'
import { type NatsServer, startNats } from '../fixtures/nats-server.ts'
import { debianPostgres, startPostgres, withoutDebianPostgres } from '../fixtures/postgres.ts'
import { freePorts } from '../network/free-ports.ts'
import { until } from '../network/until.ts'

// Servers that speak TLS and require a user, with certificates made by openssl.

const skip = without('nats-server') || without('openssl')
const folder = mkdtempSync(join(tmpdir(), 'accord-nats-tls-'))
const fileOf = (name: string) => join(folder, name)
let nats: NatsServer

function openssl(...parameters: string[]): void {
	execFileSync('openssl', parameters, { cwd: folder, stdio: 'ignore' })
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

function certify(name: string, altName: string): void {
	openssl('req', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`)
	writeFileSync(fileOf(`${name}.txt`), `subjectAltName=${altName}`)
	const signer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial']
	openssl(
		'x509',
		'-req',
		'-in',
		`${name}.csr`,
		...signer,
		'-days',
		'2',
		'-out',
		`${name}.pem`,
		'-extfile',
		`${name}.txt`,
	)
}

function start(certificate: string): Promise<NatsServer> {
	const tls = ['--tls', '--tlscert', fileOf(`${certificate}.pem`), '--tlskey', fileOf(`${certificate}.key`)]
	return startNats({ parameters: [...tls, '--user', 'accord', '--pass', 'secret'] })
}

if (!skip) {
	before(async () => {
		for (const ca of ['ca', 'other-ca']) {
			openssl(
				'req',
				'-x509',
				...newKey,
				'-keyout',
				`${ca}.key`,
				'-out',
				`${ca}.pem`,
				'-days',
				'2',
				'-subj',
				`/CN=${ca}`,
			)
		}
		certify('server', 'IP:127.0.0.1,DNS:localhost')
		certify('elsewhere', 'DNS:nats.example.org')
		nats = await start('server')
	})
	after(async () => {
		await nats?.stop()
		rmSync(folder, { recursive: true, force: true })
	})
}

/** A block of the operator's page, with the test's certificates. */
function documented(language: string): string {
	const page = readFileSync(new URL('../../docs/operate/servers.md', import.meta.url), 'utf8')
	const [, block = ''] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(page) ?? []
	return block.replaceAll(/\/etc\/(nats|postgresql)\//g, `${folder}/`)
}

function open(settings: Partial<NatsConfig>) {
	const known = { kind: 'nats', user: 'accord', password: 'secret', tls: { caFile: fileOf('ca.pem') } } as const
	const servers = [nats.url.replace('nats://', 'tls://')]
	return openNatsLine({ nats: { servers, ...known, ...settings }, cluster: 'c', nodeId: 'n', onLost: () => {} })
}

test('a node connects by TLS with its user, to an address and to a name', { skip }, async () => {
	const named = nats.url.replace('nats://127.0.0.1', 'tls://localhost')
	for (const servers of [[nats.url], [nats.url.replace('nats://', 'tls://')], [named]]) {
		const line = await open({ servers })
		const other = await open({ servers })
		const heard: unknown[] = []
		other.receive('new_order', message => heard.push(message))
		await other.flush()
		line.send('new_order', { order: 'one' })
		await until('the message', () => heard.length === 1)
		assert.deepEqual(heard, [{ order: 'one' }])
		await line.close()
		await other.close()
	}
})

test('error: a certificate that the configured authority has not signed is refused, and the file named', {
	skip,
}, async () => {
	const tls = { caFile: fileOf('other-ca.pem') }
	await assert.rejects(open({ tls }), /is not signed by \/.*other-ca\.pem \(bus\.tls\.ca_file\)/)
	await assert.rejects(open({ tls: {} }), /is not signed by the system's certificates/)
	await assert.rejects(open({ tls: { caFile: fileOf('nothing.pem') } }), /nothing\.pem/)
})

test('error: a certificate for another host is refused', { skip }, async () => {
	const elsewhere = await start('elsewhere')
	const servers = [elsewhere.url.replace('nats://', 'tls://')]
	await assert.rejects(open({ servers }), /has a certificate for another host/)
	await elsewhere.stop()
})

test('error: a user that the server does not know, another password and none are refused, and the user named', {
	skip,
}, async () => {
	for (const wrong of [{ user: 'mallory' }, { password: 'guessed' }]) {
		await assert.rejects(open(wrong), new RegExp(`refuses the user ${wrong.user ?? 'accord'} \\(bus\\.user\\)`))
	}
	const { user: _user, ...anonymous } = {
		kind: 'nats',
		servers: [nats.url],
		user: '',
		tls: { caFile: fileOf('ca.pem') },
	} as const
	const opening = openNatsLine({ nats: anonymous, cluster: 'c', nodeId: 'n', onLost: () => {} })
	await assert.rejects(opening, /refuses a service without a user \(bus\.user\)/)
})

// shows operation: NATS with TLS and accounts, as documented
test('with the documented configuration of NATS, users of another account hear nothing', { skip }, async () => {
	const config = documented('nats').replace('$ACCORD_BUS_PASSWORD', 'secret').replace('$OTHERS_PASSWORD', 'other')
	writeFileSync(fileOf('nats.conf'), config)
	const shared = await startNats({ parameters: ['--config', fileOf('nats.conf')] })
	const servers = [shared.url.replace('nats://', 'tls://')]
	const [line, same, other] = await Promise.all([
		open({ servers }),
		open({ servers }),
		open({ servers, user: 'others', password: 'other' }),
	])
	const heard: string[] = []
	same.receive('new_order', () => heard.push('accord'))
	other.receive('new_order', () => heard.push('others'))
	await Promise.all([same.flush(), other.flush()])
	line.send('new_order', { order: 'one' })
	await until('the message', () => heard.length > 0)
	await other.flush()
	assert.deepEqual(heard, ['accord'])
	await assert.rejects(open({ servers, password: 'other' }), /refuses the user accord/)
	for (const each of [line, same, other]) await each.close()
	await shared.stop()
})

// shows operation: PostgreSQL with TLS, as documented
test('the documented PostgreSQL is reached with TLS, by its own authority and name only', {
	skip: skip || withoutDebianPostgres(),
}, async () => {
	const server = await startPostgres(debianPostgres() ?? '')
	for (const statement of documented('sql').split(';')) await queryDatabase(server.url, statement)
	const port = await freePorts(1)
	await queryDatabase(server.url, `alter system set listen_addresses = 'localhost'`)
	await queryDatabase(server.url, `alter system set port = ${port}`)
	appendFileSync(join(server.folder, 'data/pg_hba.conf'), 'hostssl all accord samehost trust\n')
	await server.crash()
	const page = readFileSync(new URL('../../docs/operate/servers.md', import.meta.url), 'utf8')
	const [, url = ''] = /"url": "(.*)"/.exec(page) ?? []
	const at = (hosts: string, ca: string) =>
		url.replace('db1,db2', hosts).replace('/accord?', '/postgres?').replace('/etc/accord/ca.pem', fileOf(ca))
	const ask = (hosts: string, ca = 'ca.pem') =>
		queryDatabase(hostUrls(at(hosts, ca))[0], 'select ssl from pg_stat_ssl where pid = pg_backend_pid()')
	assert.deepEqual(await ask(`localhost:${port},db2`), [{ ssl: true }])
	await assert.rejects(ask(`localhost:${port}`, 'other-ca.pem'), /self-signed certificate|unable to verify/)
	await assert.rejects(queryDatabase(`postgres://accord@localhost:${port}/postgres`, 'select 1'), /no encryption/)
	await server.stop()
})
