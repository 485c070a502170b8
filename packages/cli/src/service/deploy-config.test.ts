import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runCommand } from '../program-fixture.ts'

const examples = fileURLToPath(new URL('../../../../deploy/config/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'accord-deploy-'))
after(() => rmSync(folder, { recursive: true }))
for (const key of ['service.key', 'operator.key', 'database.password'])
	writeFileSync(join(folder, key), '7'.repeat(64), { mode: 0o600 })

const markers = ['markers.box', 'markers.order', 'markers.fill']
const placeholders: [network: string, settings: string[]][] = [
	['stokenet', [...markers, 'tokens.1.resource_address', 'page.dapp_definition_address']],
	[
		'mainnet',
		[
			...markers,
			...[1, 2, 3, 4].map(at => `tokens.${at}.resource_address`),
			'service_account',
			'page.dapp_definition_address',
		],
	],
]

for (const [network, settings] of placeholders)
	test(`the example for ${network} is refused for its placeholders, and for nothing else`, async () => {
		const file = join(folder, `${network}.jsonc`)
		copyFileSync(join(examples, `${network}.jsonc`), file)
		const { code, notes } = await runCommand(['config', 'check', file, '--network', network])
		assert.equal(code, 2)
		const named = [...notes.matchAll(/^ {2}(\S+): /gm)].map(([, setting]) => setting)
		assert.deepEqual(named, settings)
	})
