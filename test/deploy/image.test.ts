import assert from 'node:assert/strict'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { DexClient } from '@accord/sdk'
import { freePort } from '../../bench/ports.ts'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { Containers, withoutContainers } from '../fixtures/containers.ts'
import { without } from '../fixtures/debian-programs.ts'
import { startNats } from '../fixtures/nats-server.ts'
import { openPostgresLine } from '../fixtures/postgres-line.ts'
import { untilShown } from '../network/book-text.ts'
import { untilState } from '../network/order-state.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'
import { untilReady } from '../network/two-nodes.ts'
import { until } from '../network/until.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const file = 'deploy/Containerfile'
/** Of the image and the Helm chart. */
const uid = 10_001
const book = { pair: 'XRD/xUSDC', bids: ['0.05 4000'] }

// shows operation: The image serves as another node
test('the image from the Containerfile serves as another node, and stops when told', {
	skip: withoutContainers() || without('nats-server'),
}, async () => {
	await using opened = new AsyncDisposableStack()
	const containers = opened.use(new Containers())
	const [, base = assert.fail()] = /^FROM (\S+) AS build$/m.exec(readFileSync(join(root, file), 'utf8')) ?? []
	await containers.importNode(base)
	const ignored = ['--ignorefile', join(root, `${file}.dockerignore`)]
	const limits = containers.limits()
	// With the network of this machine, of which set-up needs npm's registry alone.
	const build = ['--pull=never', '--format', 'docker', '--network', 'host', ...limits]
	await containers.podman('build', ...build, '-f', join(root, file), ...ignored, '-t', 'accord', root)

	const { config: database, drop } = await createTestDatabase()
	opened.defer(drop)
	// The server's socket is another user's.
	const { line, url: databaseUrl } = await openPostgresLine(database.url)
	opened.defer(() => line.stop())
	const nats = await startNats()
	opened.defer(() => nats.stop())
	const settings = { database, bus: { kind: 'nats', servers: [nats.url] } }
	const network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, settings })
	opened.defer(() => network.stop())

	const folder = mkdtempSync(join(tmpdir(), 'accord-image-'))
	opened.defer(() => rmSync(folder, { recursive: true }))
	const port = await freePort()
	const { service_key: key, ...others } = network.settings as {
		service_key: { curve: string; private_key_hex: string }
	}
	place(join(folder, 'config/service.jsonc'), JSON.stringify({ ...others, service_key: { curve: key.curve } }))
	place(join(folder, 'secrets/service.key'), key.private_key_hex)
	// As in compose.yaml.
	const bounds = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges']
	const volumes = ['-v', `${folder}/config:/etc/accord:ro`, '-v', `${folder}/secrets:/run/accord:ro`]
	const environment = {
		ACCORD_DATABASE_URL: databaseUrl,
		ACCORD_SERVICE_KEY_FILE: '/run/accord/service.key',
		ACCORD_SERVICE_PORT: `${port}`,
	}
	const variables = Object.entries(environment).flatMap(([name, value]) => ['-e', `${name}=${value}`])
	await containers.podman(
		...['run', '--detach', '--name', 'node', '--network', 'host', ...limits, ...bounds, ...volumes, ...variables],
		'accord',
	)
	const url = `http://127.0.0.1:${port}`
	const node = { ...network, dex: new DexClient({ baseUrl: url }), flashUrl: `${url.replace('http', 'ws')}/flash` }
	await untilReady({ url }).catch(async error => {
		throw new Error(`${error}: ${await containers.logs('node')}`)
	})
	await containers.podman('healthcheck', 'run', 'node')
	assert.equal(await containers.podman('exec', 'node', 'id', '-u'), `${uid}`)

	await connectMaker(node, network.makers[0], { books: [book] })
	await untilShown(network, book)
	const solver = connectSolver(network, network.solvers[0])
	const order = await placeOrder(node, network.users[0], { sell: '100 XRD', buy: '5 xUSDC' })
	await settle(network, solver, await solver.bundleOf(order))
	await untilState(node, order, 'settled')

	await containers.podman('stop', '--time', '15', 'node')
	const ended = () => containers.podman('inspect', 'node', '--format', '{{.State.Status}} {{.State.ExitCode}}')
	await until('an orderly end', async () => (await ended()) === 'exited 0')
})

/** A file that only the image's user can read. */
function place(path: string, text: string): void {
	mkdirSync(join(path, '..'), { recursive: true })
	writeFileSync(path, text)
	chmodSync(path, 0o600)
	for (const owned of [path, join(path, '..')]) chownSync(owned, uid, uid)
}
