import { signatureAccessRule } from '@accord/ledger'
import type { Config } from '../config/config.ts'
import { type ServiceIdentity, serviceIdentity } from '../config/service-identity.ts'
import type { Network } from '../gateway/gateways.ts'
import { feeInfoOf } from '../market/fee-info.ts'
import { createMarket } from '../market/market.ts'
import type { Platform } from './platform.ts'

/** The traded tokens and pairs, the rules, and the signing keys. */
export type Exchange = Pick<Platform, 'market' | 'feeInfo' | 'service' | 'makersPerOrder' | 'limits' | 'breaker'>

/** The exchange that the configuration describes, on the network that the Gateway serves. */
export function openExchange(config: Config, { networkId, xrd }: Network): Exchange {
	const { tokens, pairs, settlement, levels, makersPerOrder, limits, breaker } = config
	const service = serviceIdentity(config)
	const market = createMarket({ networkId, tokens, pairs, xrdAddress: xrd })
	const feeInfo = feeInfoOf({ market, settlement, levels, rules: rulesOf(service, networkId) })
	return { market, feeInfo, service, makersPerOrder, limits, breaker }
}

/** The access rule that orders must name in VERIFY_PARENT. */
function rulesOf({ keyPair, formerKeyPair }: ServiceIdentity, networkId: number) {
	const ruleOf = (key: ServiceIdentity['keyPair']) => signatureAccessRule(key, networkId).sborHex
	const former = formerKeyPair && { formerVerifyParentAccessRuleSborHex: ruleOf(formerKeyPair) }
	return { verifyParentAccessRuleSborHex: ruleOf(keyPair), ...former }
}
