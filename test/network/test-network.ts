import {
	derivePrivateKey,
	GatewayClient,
	instamintOperatorName,
	instamintPaybackName,
	playSeed,
	type RunningLocalLedger,
	startLocalLedger,
} from '@accord/ledger'
import { Decimal, type FeeInfo, type Token } from '@accord/protocol'
import { DexClient } from '@accord/sdk'
import { parseConfig, type Service, type ServiceDeps, startService } from '@accord/service'
import { pino } from 'pino'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { Recorder } from '../conformance/recorder.ts'
import { type BalanceSheet, type Balances, balancesOf } from './balances.ts'
import type { GatewayProxy } from './gateway-proxy.ts'
import { type Participant, participant, participants } from './participant.ts'
import { TestClock } from './test-clock.ts'
import { markersFor } from './treasury-markers.ts'

export const testNetworkId = 242

export type TestNetworkOptions = {
	users?: number
	makers?: number
	solvers?: number
	/** Folder of an earlier network's ledger to continue from; absent: in memory. */
	ledgerDirectory?: string
	clock?: TestClock
	/** The service's connection to the ledger. */
	gatewayProxy?: GatewayProxy
	/** Replaces the service's own: for benchmarks, which time the calls through them. */
	gateway?: (url: string) => GatewayClient
	database?: ServiceDeps['database']
	/** Replaces one that is silent unless `ACCORD_TEST_LOG` says otherwise. */
	log?: ServiceDeps['log']
	/** Where the service records spans. */
	tracing?: ServiceDeps['tracing']
	/** The service settings that differ, in the words of its configuration file. */
	settings?: Record<string, unknown>
	/** Account levels by name; by default `user-2` is at level 1. */
	accountLevels?: Record<string, number>
	/** A user's initial holdings. */
	userFunds?: Balances
	/** A maker's initial holdings. */
	makerFunds?: Balances
}

/** A whole network in this process: real ledger, real service, real sockets; bots and other participants are the test's own. */
export type TestNetwork = {
	clock: TestClock
	ledger: RunningLocalLedger
	gateway: GatewayClient
	service: Service
	dex: DexClient
	feeInfo: FeeInfo
	tokens: ReadonlyMap<string, Token>
	users: Participant[]
	makers: TestMakerAccount[]
	solvers: Participant[]
	serviceAccount: string
	flashUrl: string
	solverUrl: string
	balances: (account: string) => Balances
	/** Everyone's holdings, the treasury included: the total supply of the tokens. */
	balanceSheet: () => BalanceSheet
	/** The same network through another node with the same settings and clock, or others; it stops with the network. */
	anotherNode: (
		settings?: Record<string, unknown>,
		own?: Pick<ServiceDeps, 'tracing'> & { clock?: TestClock },
	) => Promise<TestNetwork>
	/** The settings of its service, as in a configuration file. */
	settings: Record<string, unknown>
	/** Waits until the service has nothing left to do at this moment of its clock. */
	drain: () => Promise<void>
	/** A record of the service's answers and messages; absent outside tests. */
	recorder: Recorder | undefined
	/** Runs this when the network stops, whether the test passed or not. */
	atStop: (close: () => void) => void
	/** Disconnects everyone, then stops service and ledger. */
	stop: () => Promise<void>
}

/** A maker registered with the service, with its key to the Flash Liquidity API. */
export type TestMakerAccount = Participant & { apiKey: string }

// A benchmark's network is not recorded.
const isTest = process.env.NODE_TEST_CONTEXT !== undefined

export const plenty: Balances = { XRD: '100000', xUSDC: '100000', xUSDT: '100000', xwBTC: '10', xETH: '100' }

/** Starts ledger and service, funds everyone, registers the makers. */
export async function startTestNetwork(options: TestNetworkOptions = {}): Promise<TestNetwork> {
	const { clock = new TestClock(), users = 2, makers = 2, solvers = 2 } = options
	const ledger = await startLocalLedger({ clock, directory: options.ledgerDirectory })
	const people = {
		users: participants('user', users, testNetworkId),
		makers: participants('maker', makers, testNetworkId).map(maker => ({
			...maker,
			apiKey: `play-key-of-${maker.name}`,
		})),
		solvers: participants('solver', solvers, testNetworkId),
	}
	const service = participant('service', 'Ed25519', testNetworkId)
	const { userFunds = plenty, makerFunds = plenty } = options
	await fundAll(ledger, { ...people, service, userFunds, makerFunds })
	options.gatewayProxy?.forwardTo(ledger.url)
	const hasOwn = options.database !== undefined || options.settings?.database !== undefined
	const database = hasOwn ? undefined : await createTestDatabase()
	const given = settingsOf(ledger, people, options)
	const settings = { database: database?.config ?? {}, ...given, markers: await markersFor(ledger, given) }
	const log = options.log ?? pino({ level: process.env.ACCORD_TEST_LOG ?? 'silent' })
	const others: Service[] = []
	const running = await startService(parseConfig(settings), {
		clock,
		log,
		tracing: options.tracing,
		...(options.gateway === undefined ? {} : { gateway: options.gateway(ledger.url) }),
		...(options.database === undefined ? {} : { database: options.database }),
	}).catch(async error => {
		await ledger.stop()
		throw error
	})
	const recorder = isTest ? new Recorder(running) : undefined
	const dex = new DexClient({ baseUrl: running.url })
	const connections: (() => void)[] = []
	const socketUrl = running.url.replace(/^http/, 'ws')
	const network: TestNetwork = {
		clock,
		ledger,
		gateway: new GatewayClient({ url: ledger.url }),
		service: running,
		dex,
		feeInfo: await dex.info(),
		tokens: new Map(ledger.tokens.map(token => [token.symbol, token])),
		...people,
		serviceAccount: service.account,
		flashUrl: `${socketUrl}/flash`,
		solverUrl: socketUrl,
		balances: account => balancesOf(ledger, account),
		balanceSheet: () => {
			const { users, makers, solvers } = people
			const accounts = [
				...users,
				...makers,
				...solvers,
				service,
				{ name: 'treasury', account: ledger.treasury.account },
			]
			return Object.fromEntries(accounts.map(({ name, account }) => [name, balancesOf(ledger, account)]))
		},
		anotherNode: async (differing = {}, own = {}) => {
			const service = await startService(parseConfig({ ...settings, ...differing }), { clock, ...own, log })
			others.push(service)
			return {
				...network,
				service,
				dex: new DexClient({ baseUrl: service.url }),
				flashUrl: `${service.url.replace(/^http/, 'ws')}/flash`,
				solverUrl: service.url.replace(/^http/, 'ws'),
				drain: () => service.drain(),
			}
		},
		settings,
		drain: () => running.drain(),
		recorder,
		atStop: close => connections.push(close),
		stop: async () => {
			for (const close of connections) close()
			for (const other of others) await other.stop()
			await running.stop()
			await database?.drop()
			await ledger.stop()
			recorder?.stop()
		},
	}
	return network
}

export function settingsOf(
	ledger: RunningLocalLedger,
	{ makers, users }: { makers: TestMakerAccount[]; users: Participant[] },
	options: Pick<TestNetworkOptions, 'accountLevels' | 'gatewayProxy' | 'settings'>,
): Record<string, unknown> {
	const { accountLevels = { 'user-2': 1 } } = options
	return {
		network_id: testNetworkId,
		gateway_url: options.gatewayProxy?.url ?? ledger.url,
		host: '127.0.0.1',
		port: 0,
		service_key: keySetting('service'),
		markers: ledger.markers,
		instamint: {
			component: ledger.instamint.component,
			operator_key: keySetting(instamintOperatorName),
			payback_key: keySetting(instamintPaybackName),
		},
		tokens: ledger.tokens.map(token => ({
			symbol: token.symbol,
			resource_address: token.resourceAddress,
			divisibility: token.divisibility,
			name: token.name,
		})),
		pairs: ['XRD', 'xwBTC', 'xETH', 'xUSDT'].map(base => ({ base, quote: 'xUSDC' })),
		makers: makers.map(({ name, account, apiKey }) => ({ name, maker_id: name, accounts: [account], api_key: apiKey })),
		account_levels: [...users, ...makers]
			.filter(({ name }) => accountLevels[name] !== undefined)
			.map(({ name, account }) => ({ address: account, level: accountLevels[name] })),
		...options.settings,
	}
}

function keySetting(name: string) {
	const { curve, privateKeyHex } = derivePrivateKey({ seed: playSeed, name, curve: 'Ed25519' })
	return { curve, private_key_hex: privateKeyHex }
}

export async function fundAll(
	ledger: RunningLocalLedger,
	people: {
		users: Participant[]
		makers: Participant[]
		solvers: Participant[]
		service: Participant
		userFunds: Balances
		makerFunds: Balances
	},
): Promise<void> {
	const everybody = [...people.solvers, people.service].map(({ account }) => ({ account, funds: plenty }))
	const makers = people.makers.map(({ account }) => ({ account, funds: people.makerFunds }))
	const users = people.users.map(({ account }) => ({ account, funds: people.userFunds }))
	for (const { account, funds } of [...everybody, ...makers, ...users]) {
		if (ledger.ledger.fungibles(account).length === 0) await fund(ledger, account, funds)
	}
}

/** Funds an account with amounts by symbol. */
export async function fund(ledger: RunningLocalLedger, account: string, funds: Balances): Promise<void> {
	const amounts = ledger.tokens
		.filter(({ symbol }) => funds[symbol] !== undefined)
		.map(({ symbol, resourceAddress }) => ({ resource: resourceAddress, amount: Decimal.parse(funds[symbol] ?? '0') }))
	await ledger.treasury.fund(account, amounts)
}
