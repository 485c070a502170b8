import { createSubintent, type GatewayClient, intentHeader, type ValidityWindow } from '@accord/ledger'
import type { Clock, CreatedSubintentWire, CreateSubintentWire } from '@accord/protocol'
import { askLedger } from '../orders/ask-ledger.ts'
import { refuseBytes } from '../orders/refuse-bytes.ts'

const defaultExpiryS = 45
// An epoch lasts minutes, so that an intent of at most 60 s needs this one and the next.
const epochs = 2

type CreateDeps = {
	readonly networkId: number
	readonly clock: Clock
	readonly gateway: Pick<GatewayClient, 'ledgerState'>
}

/**
 * POST /construction/create_subintent: the manifest under a header that the service accepts, with the hash to sign.
 * @throws TradeError `invalid_manifest`, `invalid_subintent`, `ledger_unavailable`
 */
export async function createOrderSubintent(deps: CreateDeps, body: CreateSubintentWire): Promise<CreatedSubintentWire> {
	const expiresAtS =
		body.expires_at ?? Math.floor(deps.clock.nowMs() / 1000) + (body.expires_in_seconds ?? defaultExpiryS)
	const { epoch } = await askLedger(() => deps.gateway.ledgerState())
	const window = { startEpoch: epoch, endEpoch: epoch + epochs, maxTimestampS: expiresAtS }
	const { subintent, subintentHash, subintentId } = compile(deps.networkId, window, body)
	return { subintent, subintent_hash: subintentHash, subintent_id: subintentId, expires_at: expiresAtS }
}

function compile(networkId: number, window: ValidityWindow, body: CreateSubintentWire) {
	const header = intentHeader({ networkId, window, discriminator: body.intent_discriminator })
	try {
		return createSubintent({ manifest: body.manifest, header, message: body.message })
	} catch (cause) {
		throw refuseBytes(cause, 'invalid_subintent')
	}
}
