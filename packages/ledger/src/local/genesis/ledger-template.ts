import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ledgerProgramHash } from '../../engine/program.ts'
import { LocalLedger } from '../local-ledger.ts'
import type { GenesisKeys } from './genesis-keys.ts'
import { customersManifest, instantiateManifest, markersManifest, tokensManifest } from './genesis-manifests.ts'
import { blueprintFiles, openGenesis } from './open-genesis.ts'

const ownTemplates = fileURLToPath(new URL('../../../templates/', import.meta.url))

/** The time of a template; a new ledger moves to the present immediately. */
export const templateTimeMs = Date.UTC(2025, 0, 1)

/** Templates of other program versions are removed, except for the newest. */
const templatesMax = 6

/**
 * The directory of a ledger right after its first transactions, from which new ledgers start, because making one takes
 * seconds. It is created when first needed on this machine, once for each set of inputs. Its only purpose is to save
 * time.
 */
export function ledgerTemplate(keys: GenesisKeys, templates = ownTemplates): string {
	const path = join(templates, `${keys.networkId}-${madeFrom(keys)}`)
	if (existsSync(path)) return path
	const draft = `${path}.${process.pid}`
	mkdirSync(draft, { recursive: true })
	try {
		make(draft, keys)
		renameSync(draft, path)
	} catch (error) {
		// Another process may have been faster.
		if (!existsSync(path)) throw error
	} finally {
		rmSync(draft, { recursive: true, force: true })
	}
	removeOld(templates, path)
	return path
}

function make(directory: string, keys: GenesisKeys): void {
	const clock = { nowMs: () => templateTimeMs, wakeAt: () => () => {} }
	const options = { directory, clock, ...keys }
	const ledger = new LocalLedger(options)
	try {
		openGenesis(ledger, keys)
	} finally {
		ledger.close()
	}
	// Reopening the ledger saves the entire state next to the log.
	new LocalLedger(options).close()
}

/** Identifies the engine, the blueprint, the keys and the transactions. */
function madeFrom(keys: GenesisKeys): string {
	// Any component's address will do here, because the real one is known only once it exists.
	const [{ account } = { account: '' }] = keys.customers
	const manifests = [
		instantiateManifest({ package: '', keys, treasury: '', xrd: '' }),
		tokensManifest({ component: account, treasury: '', globalCallerBadge: '' }),
		customersManifest({ component: '', keys, resources: [] }),
		markersManifest({ keys, treasury: '', accountPackage: '' }),
	]
	const { publicKey } = keys.treasury
	const hash = createHash('sha256')
	hash.update(JSON.stringify([ledgerProgramHash(), templateTimeMs, publicKey, manifests]))
	for (const file of Object.values(blueprintFiles)) hash.update(readFileSync(file))
	return hash.digest('hex').slice(0, 32)
}

function removeOld(templates: string, newest: string): void {
	const paths = readdirSync(templates).map(name => join(templates, name))
	const byAge = paths.filter(path => path !== newest).toSorted((a, b) => ageOf(a) - ageOf(b))
	for (const path of byAge.slice(templatesMax - 1)) rmSync(path, { recursive: true, force: true })
}

/** If it has been removed in the meantime, treat it as the oldest. */
function ageOf(path: string): number {
	return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
}
