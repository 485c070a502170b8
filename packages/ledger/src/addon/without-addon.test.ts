import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const clone = mkdtempSync(join(tmpdir(), 'accord-without-addon-'))
after(() => rmSync(clone, { recursive: true }))

const program = `
import { Ledger } from './src/addon/addon.ts'
import { createSubintent, deriveKeyPair, intentHeader, readSignedLimitOrder, signSubintent } from './src/index.ts'
const keyPair = deriveKeyPair({ seed: 'test', name: 'one', curve: 'Ed25519' })
const header = intentHeader({ networkId: 242, window: { startEpoch: 1, endEpoch: 2 } })
const subintent = createSubintent({ manifest: 'YIELD_TO_PARENT;', header })
const { signedPartialTransaction } = signSubintent({ subintent, keyPairs: [keyPair], networkId: 242 })
console.log(readSignedLimitOrder(signedPartialTransaction, 242).signers[0].publicKey === keyPair.publicKey)
try {
	new Ledger({ networkId: 242, genesisTimeMs: 0, treasury: keyPair })
} catch ({ message }) {
	console.log(message)
}
`

test('where the addon was left out, bytes are read and signed all the same, and only the local ledger is missing', async () => {
	mkdirSync(join(clone, 'ledger'))
	symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
	cpSync(join(root, 'packages/ledger/src'), join(clone, 'ledger/src'), { recursive: true })
	cpSync(join(root, 'packages/ledger/package.json'), join(clone, 'ledger/package.json'))
	writeFileSync(join(clone, 'ledger/program.ts'), program)
	const flags = ['--conditions=accord-source', '--disable-warning=ExperimentalWarning']
	const { stdout } = await promisify(execFile)(process.execPath, [...flags, join(clone, 'ledger/program.ts')])
	assert.deepEqual(stdout.split('\n'), ['true', 'the local ledger needs its addon: run `node setup.cjs`', ''])
})
