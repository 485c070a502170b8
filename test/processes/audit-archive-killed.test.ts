import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { auditLog, untilAudited } from '../network/audit-log.ts'
import { CommandLine } from '../network/command-line.ts'
import { askOperator, operatorKey, operatorSetting } from '../network/operator-request.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'

// The command that archives the audit log is killed at each of its steps, and loses nothing.

const dayMs = 86_400_000
let network: TestNetwork
let command: CommandLine
const folder = mkdtempSync(join(tmpdir(), 'accord-killed-'))

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 1, settings: operatorSetting })
	command = new CommandLine({ ACCORD_OPERATOR_URL: network.service.operatorUrl, ACCORD_OPERATOR_KEY: operatorKey })
})
after(async () => {
	await command?.dispose()
	await network?.stop()
	rmSync(folder, { recursive: true })
})

type Step = { readonly request: RegExp; readonly isPassedOn: boolean }

/** Passes requests on to the operator API. At the first one that matches, before or after it, `kill` is called. */
async function operatorThatKills({ request: step, isPassedOn }: Step, kill: () => Promise<void>) {
	let isOver = false
	const server = createServer(async (request, response) => {
		const isStep = !isOver && step.test(`${request.method} ${request.url}`)
		isOver ||= isStep
		if (isStep && !isPassedOn) return void (await kill())
		const body = Buffer.concat(await request.toArray())
		const answer = await fetch(`${network.service.operatorUrl}${request.url}`, {
			method: request.method ?? 'GET',
			headers: { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' },
			...(body.length > 0 && { body }),
		})
		const bytes = Buffer.from(await answer.arrayBuffer())
		if (isStep) return void (await kill())
		response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(bytes)
	})
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

const steps: Record<string, Step> = {
	'while it writes a file': { request: /^GET .*limit=1000$/, isPassedOn: false },
	'before the service is told': { request: /^POST/, isPassedOn: false },
	'before it knows that the service was told': { request: /^POST/, isPassedOn: true },
}

for (const [when, step] of Object.entries(steps)) {
	test(`killed ${when}, the next run continues, and every entry is still there once`, async () => {
		const { maker_id: subject } = await askOperator(network, 'POST /operator/makers', {
			body: { name: `killed ${when}`, accounts: [] },
		})
		await untilAudited(network, { act: 'maker_created', subject })
		network.clock.advance(dayMs / 1000)
		const archive = ['audit', 'archive', folder, '--before', new Date(network.clock.nowMs()).toISOString().slice(0, 10)]
		const operator = await operatorThatKills(step, () => run.kill())
		const run = command.run(archive, { ACCORD_OPERATOR_URL: operator.url })
		await run.ended
		operator.close()
		const { code, output } = await command.ask(...archive)
		assert.equal(code, 0, output)
		const verified = await command.ask('audit', 'verify', '--archive', folder)
		assert.equal(verified.code, 0, verified.output)
		const exported = join(folder, `${steps[when]?.isPassedOn} ${step.request.source.length}.jsonl`)
		assert.equal((await command.ask('audit', 'export', exported, '--archive', folder)).code, 0)
		assert.equal((await command.ask('audit', 'verify', '--file', exported)).code, 0)
		assert.ok((await auditLog(network)).every(({ act }) => act !== 'maker_created'))
		const found = readFileSync(exported, 'utf8').matchAll(
			new RegExp(`"act":"maker_created".*"subject":"${subject}"`, 'g'),
		)
		assert.equal([...found].length, 1)
	})
}
