import { Decimal, type ResourceAmount, type Token } from '@accord/protocol'
import { accountAddress, type NotarizedTransaction, type ValidityWindow } from '../addon/codec.ts'
import type { KeyPair } from '../keys/key-pair.ts'
import { composeTransaction } from '../transaction/transaction.ts'
import { transferTransaction } from '../transaction/transfer.ts'
import type { LocalLedger } from './local-ledger.ts'

const lockFeeXrd = Decimal.parse('10')

/** The tokens that a new local ledger mints, in addition to XRD. */
const playTokens = [
	{ symbol: 'xUSDC', name: 'Wrapped USDC', divisibility: 6, supply: '1000000000000' },
	{ symbol: 'xUSDT', name: 'Wrapped USDT', divisibility: 6, supply: '1000000000000' },
	{ symbol: 'xwBTC', name: 'Wrapped BTC', divisibility: 8, supply: '21000000' },
	{ symbol: 'xETH', name: 'Wrapped Ether', divisibility: 18, supply: '1000000000' },
]

/** The account of the local network that holds the whole supply and funds other accounts. */
export class Treasury {
	/** XRD and the play tokens. */
	readonly tokens: readonly Token[]
	/** The treasury's own account (bech32m). */
	readonly account: string
	readonly #ledger: LocalLedger

	private constructor(ledger: LocalLedger, tokens: readonly Token[]) {
		this.#ledger = ledger
		this.account = treasuryAccount(ledger)
		this.tokens = tokens
	}

	/**
	 * The treasury of a ledger; on a new one it mints the tokens first. Their addresses are the same on every ledger.
	 * @throws Error if the ledger does not commit that
	 */
	static async open(ledger: LocalLedger): Promise<Treasury> {
		const mint = mintTransaction({ keyPair: ledger.treasury, account: treasuryAccount(ledger), ledger })
		if (ledger.transaction(mint.transactionId) === undefined) await commit(ledger, mint)
		const minted = playTokens.map(({ symbol, name, divisibility }) => {
			const resourceAddress = resourceOf(ledger, { symbol, transactionId: mint.transactionId })
			return { symbol, name, divisibility, resourceAddress, iconUrl: iconUrl(symbol) }
		})
		const xrd = { symbol: 'XRD', name: 'Radix', divisibility: 18, resourceAddress: ledger.info.xrd, iconUrl: '' }
		return new Treasury(ledger, [xrd, ...minted])
	}

	/** Sends amounts to an account in one transaction. @throws Error if the ledger does not commit it */
	async fund(address: string, amounts: readonly ResourceAmount[]): Promise<NotarizedTransaction> {
		const ledger = this.#ledger
		await ledger.tick()
		const transaction = transferTransaction({
			from: { account: this.account, keyPair: ledger.treasury },
			transfers: [{ to: address, amounts }],
			lockFeeXrd,
			window: presentWindow(ledger),
			networkId: ledger.networkId,
		})
		await commit(ledger, transaction)
		return transaction
	}
}

/** The treasury's account: preallocated, so no transaction need create it. */
export function treasuryAccount(ledger: LocalLedger): string {
	const { curve, publicKey } = ledger.treasury
	return accountAddress({ curve, publicKey }, ledger.networkId)
}

function resourceOf(ledger: LocalLedger, { symbol, transactionId }: { symbol: string; transactionId: string }): string {
	const isSymbol = ({ key, value }: { key: string; value: string }) => key === 'symbol' && value === symbol
	const resource = ledger
		.transaction(transactionId)
		?.newEntities.find(({ type, address }) => type === 'Resource' && ledger.metadata(address).some(isSymbol))
	if (resource === undefined) throw new Error(`the ledger has no token ${symbol}`)
	return resource.address
}

function presentWindow(ledger: LocalLedger): ValidityWindow {
	const { epoch } = ledger.info
	return { startEpoch: epoch, endEpoch: epoch + 10 }
}

async function commit(ledger: LocalLedger, transaction: NotarizedTransaction): Promise<void> {
	const { outcome, errorMessage } = await ledger.submit(transaction.notarizedTransaction)
	if (outcome !== 'CommittedSuccess')
		throw new Error(`${transaction.transactionId} of the treasury was not committed: ${outcome}, ${errorMessage}`)
}

// The header is fixed, so that the transaction's hash and with it the tokens' addresses are the same on every ledger.
function mintTransaction({ keyPair, account, ledger }: { keyPair: KeyPair; account: string; ledger: LocalLedger }) {
	return composeTransaction({
		manifest: mintManifest(account),
		window: { startEpoch: 2, endEpoch: 8_000 },
		keyPair,
		networkId: ledger.networkId,
		discriminator: '1',
	})
}

function mintManifest(account: string): string {
	return [
		`CALL_METHOD Address("${account}") "lock_fee" Decimal("100");`,
		...playTokens.map(mintInstruction),
		`CALL_METHOD Address("${account}") "deposit_batch" Expression("ENTIRE_WORKTOP");`,
	].join('\n')
}

function mintInstruction({ symbol, name, divisibility, supply }: (typeof playTokens)[number]): string {
	const entry = (key: string, value: string) => `"${key}" => Tuple(Some(${value}), false)`
	const metadata = [
		entry('symbol', `Enum<Metadata::String>("${symbol}")`),
		entry('name', `Enum<Metadata::String>("${name}")`),
		entry('icon_url', `Enum<Metadata::Url>("${iconUrl(symbol)}")`),
	]
	return `CREATE_FUNGIBLE_RESOURCE_WITH_INITIAL_SUPPLY
		Enum<OwnerRole::None>()
		true
		${divisibility}u8
		Decimal("${supply}")
		Tuple(None, None, None, None, None, None)
		Tuple(Map<String, Tuple>(${metadata.join(', ')}), Map<String, Enum>())
		None;`
}

function iconUrl(symbol: string): string {
	return `https://accord.example/icons/${symbol.toLowerCase()}.png`
}
