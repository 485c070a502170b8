import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openNatsLine } from '../../packages/service/src/bus/nats-line.ts'
import type { NatsConfig } from '../../packages/service/src/config/bus-settings.ts'
import { without } from '../fixtures/debian-programs.ts'
import { type NatsServer, startNats } from '../fixtures/nats-server.ts'
import { until } from '../network/until.ts'

// A server that speaks TLS and requires a user, with certificates made by openssl.

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
