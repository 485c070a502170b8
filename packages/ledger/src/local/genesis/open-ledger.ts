import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Clock, simulatorNetworkId } from '@accord/protocol'
import { LedgerError } from '../../engine/ledger-error.ts'
import { LocalLedger } from '../local-ledger.ts'
import { type GenesisKeys, genesisKeys } from './genesis-keys.ts'
import { ledgerTemplate, templateTimeMs } from './ledger-template.ts'
import { genesisVersion, type LocalGenesis, openGenesis } from './open-genesis.ts'
import { renewPrices } from './renew-prices.ts'

/**
 * Opens a local ledger with its first transactions. A new one moves to the present, and prices older than a day are set
 * again, unchanged.
 * @throws Error if the directory is in use or damaged, or its ledger was made by another version of the program
 */
export async function openLedger(options: {
	readonly clock: Clock
	readonly seed: string
	readonly directory?: string | undefined
	readonly networkId?: number | undefined
	/** Where templates are kept, if not in this clone's shared folder. */
	readonly templates?: string
	/** Called if the prices cannot be renewed, which does not prevent the start. */
	readonly onError?: ((error: unknown) => void) | undefined
}): Promise<{ ledger: LocalLedger; genesis: LocalGenesis }> {
	const { clock, seed, directory, networkId = simulatorNetworkId, templates, onError } = options
	const keys = genesisKeys({ seed, networkId })
	const own = { directory, clock, treasury: keys.treasury, networkId }
	const isNew = directory === undefined || !existsSync(join(directory, 'commits.log'))
	const template = isNew && clock.nowMs() > templateTimeMs ? tryTemplate(keys, templates) : undefined
	const ledger = template === undefined ? new LocalLedger(own) : openAs(template, own)
	try {
		const isTemplateWhole = ledger.info.stateVersion === genesisVersion
		if (template !== undefined && !isTemplateWhole) remove(template)
		const genesis = openGenesis(ledger, keys)
		ledger.tick()
		await renewPrices(ledger, { operator: keys.operator, ...genesis }).catch(error => onError?.(error))
		return { ledger, genesis }
	} catch (error) {
		ledger.close()
		throw error
	}
}

/** Without a template, as on a full or read-only disk, a ledger starts a little more slowly. */
function tryTemplate(keys: GenesisKeys, templates: string | undefined): string | undefined {
	try {
		return ledgerTemplate(keys, templates)
	} catch {
		return undefined
	}
}

type LedgerOptions = ConstructorParameters<typeof LocalLedger>[0]

/**
 * A new ledger from the template. If the template is damaged, the ledger starts from scratch, and the template is
 * created again next time.
 */
function openAs(template: string, own: LedgerOptions): LocalLedger {
	try {
		return new LocalLedger({ ...own, template })
	} catch (error) {
		if (!(error instanceof LedgerError && error.code === 'template_damaged')) throw error
		remove(template)
		return new LocalLedger(own)
	}
}

function remove(template: string): void {
	rmSync(template, { recursive: true, force: true })
}
