import { isAccountAddress, isPlayKey, isResourceAddress, keyPairFromPrivateKey, tryReadAddress } from '@accord/ledger'
import { Decimal, pairKey, simulatorNetworkId } from '@accord/protocol'
import { checkBreaker } from './breaker-settings.ts'
import type { Config, ServiceKey } from './config.ts'
import { hostUrls } from './database-url.ts'
import { isNetworkRange } from './network-ranges.ts'

/** Violations of the rules that span several settings, each valid on its own; one per line. */
export function checkConfig(config: Config): string[] {
	return [
		...checkKeys(config),
		...checkDatabaseUrl(config),
		...checkBus(config),
		...checkProxies(config),
		...checkOperator(config),
		...checkMarkers(config),
		...checkTokens(config),
		...checkPairs(config),
		...checkFees(config),
		...checkAccounts(config),
		...checkMakers(config),
		...checkPrefix(config),
		...(config.limits.exposurePerMakerXrd > 0n ? [] : ['limits.exposure_per_maker_xrd: not positive']),
		...checkBreaker(config.breaker),
		...checkRetention(config),
		...checkPage(config),
		...checkInstamint(config),
	]
}

/** What is wrong with the service's keys, one per line. */
export function checkKeys({
	serviceKey,
	formerServiceKey,
	nextServiceKey,
	networkId,
}: Pick<Config, 'serviceKey' | 'formerServiceKey' | 'nextServiceKey' | 'networkId'>): string[] {
	if (serviceKey.privateKeyHex === '') {
		return ['service_key: missing; set private_key_hex, file, or ACCORD_SERVICE_KEY in the environment']
	}
	const isSame = formerServiceKey?.privateKeyHex === serviceKey.privateKeyHex
	return [
		...findKeyFaults('service_key', serviceKey, networkId),
		...(formerServiceKey === undefined ? [] : findKeyFaults('former_service_key', formerServiceKey, networkId)),
		...(nextServiceKey === undefined ? [] : findKeyFaults('next_service_key', nextServiceKey, networkId)),
		...(isSame ? ['former_service_key: the same as service_key'] : []),
	]
}

function findKeyFaults(setting: string, key: ServiceKey, networkId: number): string[] {
	if (key.privateKeyHex === '') return [`${setting}: missing; set private_key_hex or file`]
	const isPublic = networkId !== simulatorNetworkId && isPlayKey(keyPairFromPrivateKey(key))
	return isPublic
		? [`${setting}: a public play key of the local network, which must not be used on network ${networkId}`]
		: []
}

function checkDatabaseUrl({ database }: Config): string[] {
	if (!('url' in database)) return []
	try {
		hostUrls(database.url)
		return []
	} catch (error) {
		return [`database.url: ${error instanceof Error ? error.message : 'not a URL'}`]
	}
}

function checkBus({ bus, database }: Config): string[] {
	if (bus.kind === 'in_process') return []
	return [
		...('url' in database
			? []
			: ['bus.kind: nats is for several nodes on one database, which database.url names; the embedded one serves one']),
		...bus.servers.flatMap((server, i) =>
			/^(nats|tls):\/\/[^/@\s]+$/.test(server) ? [] : [`bus.servers.${i}: not nats://host:port or tls://host:port`],
		),
		...(bus.user === undefined || bus.password !== undefined
			? []
			: ['bus.password: missing; set password_file, or ACCORD_BUS_PASSWORD in the environment']),
		...(bus.token === undefined || bus.user === undefined ? [] : ['bus.token: not together with bus.user']),
	]
}

function checkRetention({ retention: { ordersMs, logMs }, breaker: { historyMs } }: Config): string[] {
	return [
		...(logMs >= ordersMs ? [] : ['retention.log_days: less than orders_days']),
		...(ordersMs > historyMs ? [] : ['retention.orders_days: not more than breaker.history_seconds']),
	]
}

function checkPage({ page, networkId }: Config): string[] {
	const { dappDefinitionAddress } = page
	if (dappDefinitionAddress === undefined || isAccountAddress(dappDefinitionAddress, networkId)) return []
	return [`page.dapp_definition_address: not an account of network ${networkId}`]
}

function checkInstamint({ instamint, networkId }: Config): string[] {
	if (instamint === undefined) return []
	const { component, operatorKey, paybackKey } = instamint
	const address = tryReadAddress(component)
	const isComponent = address?.networkId === networkId && address.entityType === 'GlobalGenericComponent'
	// A leaked operator's key can be replaced; it must not also give access to the payback addresses.
	const isSame = operatorKey !== undefined && operatorKey.privateKeyHex === paybackKey?.privateKeyHex
	return [
		...(isComponent ? [] : [`instamint.component: not a component of network ${networkId}`]),
		...(operatorKey === undefined ? [] : findKeyFaults('instamint.operator_key', operatorKey, networkId)),
		...(paybackKey === undefined ? [] : findKeyFaults('instamint.payback_key', paybackKey, networkId)),
		...(isSame ? ['instamint.payback_key: the same as operator_key'] : []),
	]
}

const operatorKeyMin = 32

function checkOperator({ operator, host, port }: Config): string[] {
	if (operator === undefined) return []
	if (operator.key === '') return ['operator.key: missing; set key_file, or ACCORD_OPERATOR_KEY in the environment']
	return [
		// The key is sent in a header.
		...(/^[!-~]*$/.test(operator.key) ? [] : ['operator.key: contains characters other than printable ASCII']),
		...(operator.key.length < operatorKeyMin ? [`operator.key: shorter than ${operatorKeyMin} characters`] : []),
		...(operator.port === port && port !== 0 && operator.host === host ? ['operator.port: the same as port'] : []),
	]
}

function checkProxies({ trustedProxies }: Config): string[] {
	return trustedProxies.flatMap((proxy, i) =>
		isNetworkRange(proxy) ? [] : [`trusted_proxies.${i}: '${proxy}' is not an address or a network such as 10.0.0.0/8`],
	)
}

/** What is wrong with the markers' addresses, one per line. */
export function checkMarkers({
	markers: { box, order, fill },
	networkId,
}: Pick<Config, 'markers' | 'networkId'>): string[] {
	const resources = Object.entries({ order, fill }).filter(([, address]) => !isResourceAddress(address, networkId))
	return [
		...(isAccountAddress(box, networkId) ? [] : [`markers.box: not an account of network ${networkId}`]),
		...resources.map(([name]) => `markers.${name}: not a resource of network ${networkId}`),
		// An item that burns what it mints is bound to nothing.
		...(order === fill ? ['markers.fill: the same as markers.order'] : []),
	]
}

function checkTokens({ tokens, networkId }: Config): string[] {
	return [
		...repeated(tokens.map(({ symbol }) => symbol)).map(symbol => `tokens: ${symbol} is listed twice`),
		...repeated(tokens.map(({ resourceAddress }) => resourceAddress)).map(
			address => `tokens: ${address} is listed twice`,
		),
		...tokens.flatMap(({ resourceAddress }, i) =>
			isResourceAddress(resourceAddress, networkId)
				? []
				: [`tokens.${i}.resource_address: not a resource of network ${networkId}`],
		),
	]
}

function checkPairs({ pairs, routes = [], tokens }: Config): string[] {
	const symbols = new Set(tokens.map(({ symbol }) => symbol))
	const unordered = pairs.map(({ base, quote }) => [base, quote].sort().join('/'))
	return [
		...repeated(unordered).map(key => `pairs: ${key} is listed twice`),
		...pairs.flatMap((pair, i) => {
			if (pair.base === pair.quote) return [`pairs.${i}: ${pairKey(pair)} pairs a token with itself`]
			const unknown = [pair.base, pair.quote].filter(symbol => !symbols.has(symbol))
			return unknown.map(symbol => `pairs.${i}: ${symbol} is not among the tokens`)
		}),
		...routes.flatMap((symbol, i) => (symbols.has(symbol) ? [] : [`routes.${i}: ${symbol} is not among the tokens`])),
	]
}

function checkFees({ levels, settlement, tokens }: Config): string[] {
	const isFraction = (fee: Decimal): boolean => fee >= 0n && fee < Decimal.one
	return [
		...(levels.length === 0 ? ['levels: missing; at least the fees of level 0 are required'] : []),
		...levels.flatMap(({ takerFee, makerFee }, i) => [
			...(isFraction(takerFee) ? [] : [`levels.${i}.taker_fee: not a fraction from 0 to below 1`]),
			...(isFraction(makerFee) ? [] : [`levels.${i}.maker_fee: not a fraction from 0 to below 1`]),
		]),
		...tokens.flatMap(({ symbol }) => {
			const price = settlement.prices[symbol]
			return price !== undefined && price > 0n ? [] : [`settlement.prices.${symbol}: missing or not positive`]
		}),
		...(settlement.executionAmountXrd > 0n ? [] : ['settlement.execution_amount_xrd: not positive']),
		...(settlement.solverAmountXrd >= 0n ? [] : ['settlement.solver_amount_xrd: negative']),
		...(settlement.priceBand > 0n ? [] : ['settlement.price_band: not positive']),
		...(settlement.surplusMinXrd >= 0n ? [] : ['settlement.surplus_min: negative']),
	]
}

function checkAccounts({ networkId, serviceAccount, makers, accountLevels, levels }: Config): string[] {
	const notAccount = `not an account of network ${networkId}`
	const isAccount = (address: string): boolean => isAccountAddress(address, networkId)
	return [
		...(serviceAccount === undefined || isAccount(serviceAccount) ? [] : [`service_account: ${notAccount}`]),
		...makers.flatMap(({ accounts }, i) =>
			accounts.flatMap((address, j) => (isAccount(address) ? [] : [`makers.${i}.accounts.${j}: ${notAccount}`])),
		),
		...accountLevels.flatMap(({ address, level }, i) => [
			...(isAccount(address) ? [] : [`account_levels.${i}.address: ${notAccount}`]),
			...(level < levels.length ? [] : [`account_levels.${i}.level: there is no level ${level}`]),
		]),
	]
}

function checkMakers({ makers, networkId }: Config): string[] {
	const ids = makers.map(({ name, makerId = name }) => makerId)
	const keyed = makers.flatMap(({ apiKey }, i) => (apiKey === undefined ? [] : [i]))
	return [
		...repeated(ids).map(id => `makers: ${id} is listed twice`),
		...(networkId === simulatorNetworkId
			? []
			: keyed.map(i => `makers.${i}.api_key: keys can be configured on the local network only`)),
	]
}

function checkPrefix({ prefixPackages, networkId }: Config): string[] {
	return prefixPackages.flatMap((address, i) => {
		const read = tryReadAddress(address)
		const isPackage = read?.networkId === networkId && read.entityType === 'GlobalPackage'
		return isPackage ? [] : [`prefix.packages.${i}: not a package of network ${networkId}`]
	})
}

function repeated(values: readonly string[]): string[] {
	return [...new Set(values.filter((value, i) => values.indexOf(value) !== i))]
}
