import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Clock, simulatorNetworkId } from '@accord/protocol'
import type { AddonErrorCode } from '../../addon/addon.ts'
import { LocalLedger } from '../local-ledger.ts'
import { genesisKeys } from './genesis-keys.ts'
import { ledgerTemplate, templateTimeMs } from './ledger-template.ts'
import { genesisVersion, type LocalGenesis, openGenesis } from './open-genesis.ts'
import { renewPrices } from './renew-prices.ts'

/**
 * Opens a local ledger with its first transactions; a new one moves to the present, and prices that are older than a day are
 * renewed as they are.
 * @throws Error if the directory is in use or damaged, or its ledger was made by another version of the program
 */
export async function openLedger(options: {
	readonly clock: Clock
	readonly seed: string
	readonly directory?: string | undefined
	readonly networkId?: number | undefined
	/** Where templates are kept, if not where all networks of this clone find them. */
	readonly templates?: string
	/** Called if the prices cannot be renewed, which is no reason not to start. */
	readonly onError?: ((error: unknown) => void) | undefined
}): Promise<{ ledger: LocalLedger; genesis: LocalGenesis }> {
	const { clock, seed, directory, networkId = simulatorNetworkId, templates, onError } = options
	const keys = genesisKeys({ seed, networkId })
	const own = { directory, clock, treasury: keys.treasury, networkId }
	const isNew = directory === undefined || !existsSync(join(directory, 'commits.log'))
	// Without one, on a disk that is full or cannot be written, a ledger begins a little slower.
	const wanted = isNew && clock.nowMs() > templateTimeMs
	const template = wanted ? await ledgerTemplate(keys, templates).catch(() => undefined) : undefined
	const ledger = template === undefined ? new LocalLedger(own) : openAs(template, own)
	try {
		const isTemplateWhole = ledger.info.stateVersion === genesisVersion
		if (template !== undefined && !isTemplateWhole) remove(template)
		const genesis = await openGenesis(ledger, keys)
		await ledger.tick()
		await renewPrices(ledger, { operator: keys.operator, ...genesis }).catch(error => onError?.(error))
		return { ledger, genesis }
	} catch (error) {
		await ledger.close()
		throw error
	}
}

type LedgerOptions = ConstructorParameters<typeof LocalLedger>[0]

/** A new ledger as the template; if that is of no use, from the very beginning, and it is made again the next time. */
function openAs(template: string, own: LedgerOptions): LocalLedger {
	try {
		return new LocalLedger({ ...own, template })
	} catch (error) {
		const damaged: AddonErrorCode = 'template_damaged'
		if ((error as { code?: string }).code !== damaged) throw error
		remove(template)
		return new LocalLedger(own)
	}
}

function remove(template: string): void {
	rmSync(template, { recursive: true, force: true })
}
