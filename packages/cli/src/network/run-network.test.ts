import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { NetworkPlace } from '../../../../test/network/network-process.ts'
import { readNetworkFile } from './network-file.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** Runs `accord trade` to its end. */
async function trade(networkFile: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
	const flags = ['--conditions=accord-source', '--disable-warning=ExperimentalWarning']
	const child = spawn(process.execPath, [...flags, main, 'trade', '--network', networkFile, ...args])
	let output = ''
	for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += String(chunk)))
	const [code] = await once(child, 'close')
	return { code, output }
}

/** Stands in front of a service that restarts: the orders' first answers are lost, as often as given by method. */
async function startBalancer(t: TestContext, service: string, lost: Record<string, number>): Promise<string> {
	const server = createServer(async (request, response) => {
		const { method = 'GET', url = '/' } = request
		const body = Buffer.concat(await request.toArray())
		const asked = { 'content-type': 'application/json' }
		const answer = await fetch(service + url, { method, headers: asked, ...(body.length > 0 && { body }) })
		const headers = { 'content-type': answer.headers.get('content-type') ?? '' }
		const content = Buffer.from(await answer.arrayBuffer())
		const left = lost[method] ?? 0
		if (!/^\/trade\/orders(?!.*\/events)/.test(url) || left === 0)
			return response.writeHead(answer.status, headers).end(content)
		lost[method] = left - 1
		return response.writeHead(503, { 'content-type': 'text/html' }).end('<html>503 Service Unavailable</html>')
	})
	await once(server.listen(0, '127.0.0.1'), 'listening')
	t.after(() => server.close())
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('the network starts, writes its file, and a trade settles on it', { timeout: 120_000 }, async t => {
	const place = await NetworkPlace.create()
	t.after(() => place.dispose())
	const network = await place.start('--users', '2')
	const path = join(place.directory, 'network.json')
	assert.equal(statSync(path).mode & 0o777, 0o600)
	const file = readNetworkFile(path)
	assert.equal(file.pid, network.pid)

	const sale = await trade(path, '--sell', '100 XRD', '--buy', 'xUSDC')
	assert.equal(sale.code, 0, sale.output)
	assert.match(sale.output, /settled +on the ledger in txid_sim1/)
	assert.match(sale.output, /10004\.99 xUSDC \(\+4\.99\)/)
	const purchase = await trade(path, '--sell', 'xUSDC', '--buy', '1 XRD')
	assert.equal(purchase.code, 0, purchase.output)
	assert.match(purchase.output, /before +10004\.99 xUSDC/)
	const routed = await trade(path, '--sell', '3000 XRD', '--buy', 'xETH')
	assert.equal(routed.code, 0, routed.output)
	assert.match(routed.output, /route +XRD → xUSDC → xETH\n/)
	assert.match(routed.output, /after +[\d.]+ xETH \(\+0\.0498\d*\)/)
	const sold = await trade(path, '--sell', '90000 XRD', '--buy', 'xUSDC', '--user', '2')
	assert.equal(sold.code, 0, sold.output)
	const poor = await trade(path, '--sell', '90000 XRD', '--buy', 'xUSDC', '--user', '2')
	assert.equal(poor.code, 1)
	assert.match(poor.output, /insufficient_funds/)

	const behind = join(place.directory, 'behind.json')
	for (const [lost, told] of [
		[{ POST: 4, GET: 4 }, /no answer[\s\S]*accepted[\s\S]*settled +on the ledger in txid_sim1/],
		[{ POST: 0, GET: 4 }, /accepted[\s\S]*no answer[\s\S]*settled +on the ledger in txid_sim1/],
	] as const) {
		const left = { ...lost }
		const url = await startBalancer(t, file.baseUrl, left)
		writeFileSync(behind, readFileSync(path, 'utf8').replaceAll(file.baseUrl, url))
		const followed = await trade(behind, '--sell', '100 XRD', '--buy', 'xUSDC')
		assert.equal(followed.code, 0, followed.output)
		assert.match(followed.output, told)
		assert.doesNotMatch(followed.output, /refused/)
		assert.deepEqual(left, { POST: 0, GET: 0 })
	}
})

const script = '/usr/bin/script'

// shows command: The live view
test('on a terminal it shows a live view, and restores the terminal on Ctrl-C', {
	skip: process.platform === 'linux' && existsSync(script) ? false : 'there is no script(1) to make a terminal with',
}, async t => {
	const place = await NetworkPlace.create()
	t.after(() => place.dispose())
	const flags = '--conditions=accord-source --disable-warning=ExperimentalWarning'
	const command = `${process.execPath} ${flags} ${main} network --data ${place.directory} --port ${place.port} --users 1`
	const terminal = spawn(script, ['-qefc', `stty rows 24 cols 80; exec ${command}`, '/dev/null'], {
		env: { ...process.env, TERM: 'xterm', NO_COLOR: '1' },
	})
	t.after(() => terminal.kill('SIGKILL'))
	let output = ''
	const seen = Promise.withResolvers<void>()
	terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
		// Makes escape characters visible.
		output += text.replaceAll('\x1b', '␛')
		// Every frame after the first begins by moving the cursor up.
		if (/␛\[\?2026h\r(?:␛\[\d+A)?Accord .*\r+\n.*database ok[\s\S]*XRD\/xUSDC +\d/.test(output)) seen.resolve()
	})
	const ended = once(terminal, 'close')
	await Promise.race([seen.promise, ended.then(() => assert.fail(output))])
	assert.match(output, /Never use them[\s\S]*␛\[\?25l/, 'the keys are printed once, above')
	terminal.stdin.write('\x03')
	const [code] = await ended
	assert.equal(code, 0, output)
	assert.match(output, /␛\[\?25hnetwork \| SIGINT: stopping\r\n[\s\S]*network \| stopped\r\n/)
})
