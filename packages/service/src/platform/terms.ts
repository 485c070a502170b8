import { signatureAccessRule } from '@accord/ledger'
import type { FeeInfo } from '@accord/protocol'
import type { Config, SettlementConfig } from '../config/config.ts'
import { type ServiceIdentity, serviceIdentity } from '../config/service-identity.ts'
import type { Network } from '../gateway/gateways.ts'
import { createMarket, feeInfoOf, type Market } from '../market/market.ts'

/** What is traded and for which fees: one version of the agreed settings, in the service's terms. */
export type Terms = {
	/** 0: the configuration file's. */
	readonly version: number
	/** By the nodes' clock; 0 for the configuration file's. */
	readonly validFromMs: number
	/** The node's configuration, with these settings. */
	readonly config: Config
	readonly market: Market
	readonly feeInfo: FeeInfo
	readonly settlement: SettlementConfig
	/** The keys that sign for the service, and the account that receives its fees. */
	readonly service: ServiceIdentity
}

/** The terms that a configuration describes, on the network that the Gateway serves. `former` were in force before. */
export function termsOf(
	config: Config,
	{ networkId, xrd }: Network,
	of: Pick<Terms, 'version' | 'validFromMs'> & { readonly former?: Terms | undefined },
): Terms {
	const { tokens, pairs, routes, settlement, levels } = config
	const { version, validFromMs, former } = of
	const traded = new Set(tokens.map(({ symbol }) => symbol))
	const formerFees = former?.feeInfo.perTokenSettlementFee ?? []
	const retiredFees = formerFees.filter(({ symbol }) => !traded.has(symbol))
	const retired = former === undefined ? [] : retiredFees.map(({ symbol }) => former.market.token(symbol))
	const service = serviceIdentity(config)
	const market = createMarket({ networkId, tokens, pairs, routes, xrdAddress: xrd, retired })
	const rules = rulesOf(service, networkId)
	const feeInfo = feeInfoOf({ market, settlement, levels, rules, retired: retiredFees })
	return { version, validFromMs, config, market, feeInfo, settlement, service }
}

/** The access rule that orders must name in VERIFY_PARENT. */
function rulesOf({ keyPair, formerKeyPair }: ServiceIdentity, networkId: number) {
	const ruleOf = (key: ServiceIdentity['keyPair']) => signatureAccessRule(key, networkId).sborHex
	const former = formerKeyPair && { formerVerifyParentAccessRuleSborHex: ruleOf(formerKeyPair) }
	return { verifyParentAccessRuleSborHex: ruleOf(keyPair), ...former }
}
