import type { Decimal } from '@accord/protocol'
import { compilePreview, intentHeader } from '../codec.ts'
import type { GatewayClient } from '../gateway/gateway-client.ts'
import { GatewayError } from '../gateway/gateway-error.ts'
import type { LedgerState } from '../gateway/gateway-types.ts'
import {
	readBool,
	readDecimal,
	readInteger,
	readMap,
	readOption,
	readReference,
	readTuple,
} from './programmatic-json.ts'

/** A resource that the component's customers mint; a disabled one can only be repaid. */
export type InstamintToken = {
	readonly resource: string
	readonly isEnabled: boolean
	readonly divisibility: number
	/** The price of one unit. */
	readonly priceXrd: Decimal
	/** The ledger's time, in whole seconds. */
	readonly pricedAtMs: number
}

/** A customer who mints on credit, identified by the badge with this id. */
export type InstamintCustomer = {
	readonly id: number
	/** The account that holds the badge and receives the mints. */
	readonly account: string
	/** The allowance for all loans together. */
	readonly allowanceXrd: Decimal
	readonly isPaused: boolean
	/** Outstanding amounts by resource; zeros are left out. */
	readonly loans: ReadonlyMap<string, Decimal>
	/** The value of all loans at the component's prices, however old these are, each rounded up. */
	readonly loanValueXrd: Decimal
}

/** An Instamint component as it was at a state version or, in part, later. Each customer is read at one state version. */
export type InstamintState = {
	/** Everything that was committed by this state version is included. */
	readonly stateVersion: number
	readonly component: string
	/** The resource of the customers' badges. */
	readonly badge: string
	readonly isPaused: boolean
	/** A price older than this blocks the mints that need it. */
	readonly priceValidityS: number
	/** Tokens by resource address. */
	readonly tokens: ReadonlyMap<string, InstamintToken>
	/** Customers by id: 1, 2, …; if only some were to be read, those of them that exist. */
	readonly customers: readonly InstamintCustomer[]
}

/** The component and its network; `ledger` is the ledger's newest state, if it was just read. */
export type InstamintPlace = { readonly component: string; readonly networkId: number; readonly ledger?: LedgerState }

type Gateway = Pick<GatewayClient, 'ledgerState' | 'preview'>

// Reading one customer takes some 6 million of a transaction's 100 million execution units.
const customersPerPreview = 6
const customersMax = 256

/**
 * Reads the component by calling its own methods in previews: one is enough unless there are many customers. The ledger
 * may go on meanwhile: see {@link InstamintState}.
 * @throws GatewayError `unavailable`; `bad_request` if there is no such component, it does not answer like an Instamint
 * component, or it has more than 256 customers
 */
export async function readInstamint(gateway: Gateway, place: InstamintPlace): Promise<InstamintState> {
	const ledger = place.ledger ?? (await gateway.ledgerState())
	const read = (from: number) => readCustomers(gateway, { ...place, ledger }, idsFrom(from))
	const { customersCount, ...first } = await read(1)
	if (customersCount > customersMax) throw unreadable(place, `it has more than ${customersMax} customers`)
	const pages = Math.max(0, Math.ceil(customersCount / customersPerPreview) - 1)
	const starts = Array.from({ length: pages }, (_, page) => (page + 1) * customersPerPreview + 1)
	const all = [first, ...(await Promise.all(starts.map(read)))]
	const stateVersion = Math.min(...all.map(page => page.stateVersion))
	return { ...first, stateVersion, customers: all.flatMap(({ customers }) => customers) }
}

/**
 * Reads the component with one of its customers, if that exists, at one state version.
 * @throws GatewayError as {@link readInstamint} does, however many customers there are
 */
export async function readInstamintCustomer(
	gateway: Gateway,
	place: InstamintPlace & { readonly customerId: number },
): Promise<InstamintState> {
	const ledger = place.ledger ?? (await gateway.ledgerState())
	const { customersCount: _, ...state } = await readCustomers(gateway, { ...place, ledger }, [place.customerId])
	return state
}

type Place = Required<InstamintPlace>

function idsFrom(from: number): readonly number[] {
	return Array.from({ length: customersPerPreview }, (_, at) => from + at)
}

/** The component with those of these customers that exist, by one preview. */
async function readCustomers(gateway: Gateway, place: Place, ids: readonly number[]) {
	const { status, errorMessage, outputs, stateVersion } = await gateway.preview(composePreview(place, ids), {
		use_free_credit: true,
	})
	if (status !== 'Succeeded') throw unreadable(place, errorMessage ?? status)
	try {
		return { stateVersion, component: place.component, ...parseOutputs(outputs, ids) }
	} catch (cause) {
		throw unreadable(place, cause instanceof Error ? cause.message : 'unknown', cause)
	}
}

function composePreview({ component, networkId, ledger: { epoch } }: Place, ids: readonly number[]): string {
	const call = (method: string) => `CALL_METHOD Address("${component}") "${method}"`
	const ofCustomers = ids.flatMap(id => [`${call('customer')} ${id}u64;`, `${call('loan_value')} ${id}u64;`])
	return compilePreview({
		manifest: [`${call('status')};`, `${call('tokens')};`, ...ofCustomers].join('\n'),
		header: intentHeader({ networkId, window: { startEpoch: epoch, endEpoch: epoch + 2 } }),
		children: [],
		signers: [],
	})
}

/** The return value of each instruction of the preview, in order. */
function parseOutputs([status, tokens, ...ofCustomers]: readonly unknown[], ids: readonly number[]) {
	const [badge, paused, validity, count] = readTuple(status, 4)
	const customers = ids.flatMap((id, at) => {
		const customer = readOption(ofCustomers[2 * at])
		if (customer === undefined) return []
		return [parseCustomer({ id, customer, loanValue: readOption(ofCustomers[2 * at + 1]) })]
	})
	return {
		badge: readReference(badge),
		isPaused: readBool(paused),
		priceValidityS: readInteger(validity),
		customersCount: readInteger(count),
		tokens: parseTokens(tokens),
		customers,
	}
}

function parseTokens(json: unknown): ReadonlyMap<string, InstamintToken> {
	const tokens = readMap(json, { key: readReference, value: token => readTuple(token, 4) })
	return new Map(
		[...tokens].map(([resource, [enabled, divisibility, price, pricedAt]]) => [
			resource,
			{
				resource,
				isEnabled: readBool(enabled),
				divisibility: readInteger(divisibility),
				priceXrd: readDecimal(price),
				pricedAtMs: readInteger(pricedAt) * 1000,
			},
		]),
	)
}

function parseCustomer({ id, customer, loanValue }: { id: number; customer: unknown; loanValue: unknown }) {
	const [account, allowance, paused, loans] = readTuple(customer, 4)
	return {
		id,
		account: readReference(account),
		allowanceXrd: readDecimal(allowance),
		isPaused: readBool(paused),
		loans: readMap(loans, { key: readReference, value: readDecimal }),
		loanValueXrd: readDecimal(loanValue),
	}
}

function unreadable({ component }: InstamintPlace, why: string, cause?: unknown): GatewayError {
	return new GatewayError('bad_request', `the Instamint component ${component} cannot be read: ${why}`, { cause })
}
