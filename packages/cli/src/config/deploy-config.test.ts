import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runCommand } from '../terminal/context-fixture.ts'

const examples = fileURLToPath(new URL('../../../../deploy/config/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'accord-deploy-'))
after(() => rmSync(folder, { recursive: true }))
for (const key of ['service.key', 'operator.key']) writeFileSync(join(folder, key), '7'.repeat(64), { mode: 0o600 })

const wrong: [network: string, lines: RegExp][] = [
	['stokenet', /^accord: the configuration is wrong:\n {2}tokens\.1\.resource_address: not a resource of network 2$/],
	['mainnet', /^accord: the configuration is wrong:(\n {2}(tokens\.[1-4]\.resource_address|service_account): .*){5}$/],
]

for (const [network, lines] of wrong)
	test(`the example for ${network} is refused for its placeholders, and for nothing else`, async () => {
		const file = join(folder, `${network}.jsonc`)
		copyFileSync(join(examples, `${network}.jsonc`), file)
		const { code, notes } = await runCommand(['config', 'check', file, '--network', network])
		assert.equal(code, 2)
		assert.match(notes, lines)
	})
