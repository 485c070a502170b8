import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { transactionId } from '@accord/ledger'
import { monotonicMs } from '../settle/monotonic.ts'

type Answer = Readonly<Record<string, unknown>>
type Body = Answer & {
	readonly from_ledger_state?: { readonly state_version: number }
	readonly subintent_hash?: string
}
type Committed = {
	readonly stateVersion: number
	readonly transactionId: string
	readonly atMs: number
}

const networkId = 242
const pageMax = 100
const previewPath = '/transaction/preview-v2'
const balancePath = '/state/entity/page/fungible-vaults/'
/** Of any token, even one that the real ledger does not know, in any account. */
const heldAmount = '200000'

/**
 * A Gateway that answers at once, so that only the service is measured. It asks a real Gateway once for each kind of
 * request, and repeats that answer from then on. All previews of orders get the first one's receipt, and every account
 * holds the same amount of every token. It commits on command.
 */
export class LedgerStandIn {
	readonly #realUrl: string
	readonly #recorded = new Map<string, Promise<Answer>>()
	readonly #server: Server
	readonly #commits: { readonly stateVersion: number; readonly item: Answer }[] = []
	readonly #committed = new Map<string, Committed>()
	readonly #waiting = new Map<string, (atMs: number) => void>()
	#base: Answer = {}
	#stateVersion = 0

	private constructor(realUrl: string) {
		this.#realUrl = realUrl
		this.#server = createServer((request, response) => {
			this.#answer(request).then(
				answer => response.setHeader('content-type', 'application/json').end(JSON.stringify(answer)),
				error => response.writeHead(500).end(String(error)),
			)
		})
	}

	static async start(realUrl: string): Promise<LedgerStandIn> {
		const standIn = new LedgerStandIn(realUrl)
		const { ledger_state: base } = await standIn.#askReal('/status/gateway-status', '')
		standIn.#base = base as Answer
		standIn.#stateVersion = Number(standIn.#base.state_version)
		await once(standIn.#server.listen(0, '127.0.0.1'), 'listening')
		return standIn
	}

	get url(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
	}

	/** Commits those subintents (`subtxid_…`) that are not committed yet in one transaction. */
	commit(given: readonly string[]): void {
		const subintentIds = given.filter(id => !this.#committed.has(id))
		if (subintentIds.length === 0) return
		const stateVersion = ++this.#stateVersion
		const id = transactionId(stateVersion.toString(16).padStart(64, '0'), networkId)
		const atMs = monotonicMs()
		const subintents = subintentIds.map(subintent_hash => ({ subintent_hash, subintent_index: 0 }))
		const item = {
			intent_hash: id,
			state_version: stateVersion,
			round_timestamp: new Date().toISOString(),
			subintent_details: subintents,
		}
		this.#commits.push({ stateVersion, item })
		for (const subintentId of subintentIds) {
			this.#committed.set(subintentId, { stateVersion, transactionId: id, atMs })
			this.#waiting.get(subintentId)?.(atMs)
			this.#waiting.delete(subintentId)
		}
	}

	/** When a subintent was committed. */
	committed(subintentId: string): Promise<number> {
		const found = this.#committed.get(subintentId)
		if (found !== undefined) return Promise.resolve(found.atMs)
		return new Promise(resolve => this.#waiting.set(subintentId, resolve))
	}

	stop(): void {
		this.#server.closeAllConnections()
		this.#server.close()
	}

	async #answer(request: IncomingMessage): Promise<Answer> {
		const path = request.url ?? ''
		const chunks: Buffer[] = []
		for await (const chunk of request) chunks.push(chunk as Buffer)
		const text = Buffer.concat(chunks).toString()
		if (path === '/status/gateway-status') return { ledger_state: this.#ledgerState() }
		const body: Body = text === '' ? {} : JSON.parse(text)
		if (path === '/transaction/subintent-status') return this.#subintentStatus(body)
		if (path === '/stream/transactions') return this.#transactions(body)
		if (path === balancePath) return this.#balance(body)
		const answer = await this.#record(path, text)
		if (path === previewPath) return { ...answer, at_ledger_state_version: this.#stateVersion }
		return 'ledger_state' in answer ? { ...answer, ledger_state: this.#ledgerState() } : answer
	}

	#ledgerState(): Answer {
		const now = new Date()
		return {
			...this.#base,
			state_version: this.#stateVersion,
			proposer_round_timestamp: now.toISOString(),
			proposer_round_timestamp_unix_ms: now.getTime(),
		}
	}

	#subintentStatus({ subintent_hash: id = '' }: Body): Answer {
		const found = this.#committed.get(id)
		const ledger_state = this.#ledgerState()
		if (found === undefined) return { ledger_state, subintent_status: 'Unknown', subintent_status_description: '' }
		return {
			ledger_state,
			subintent_status: 'CommittedSuccess',
			subintent_status_description: '',
			finalized_at_state_version: found.stateVersion,
			finalized_at_transaction_intent_hash: found.transactionId,
		}
	}

	#balance({ address, resource_address }: Body): Answer {
		const last_updated_at_state_version = Number(this.#base.state_version)
		const vault = { vault_address: 'internal_vault_sim1', amount: heldAmount, last_updated_at_state_version }
		return { ledger_state: this.#ledgerState(), address, resource_address, total_count: 1, items: [vault] }
	}

	#transactions({ from_ledger_state: from }: Body): Answer {
		const first = this.#commits[0]?.stateVersion ?? 0
		const start = Math.max(0, (from?.state_version ?? 0) - first)
		const page = this.#commits.slice(start, start + pageMax)
		const isAll = start + page.length >= this.#commits.length
		const ledger_state = this.#ledgerState()
		return {
			ledger_state,
			next_cursor: isAll ? null : String(start + page.length),
			items: page.map(({ item }) => item),
		}
	}

	#record(path: string, text: string): Promise<Answer> {
		// Only what the service reads from the ledger by a preview is on free credit.
		const key = path === previewPath && !text.includes('"use_free_credit":true') ? path : `${path} ${text}`
		const known = this.#recorded.get(key)
		if (known !== undefined) return known
		const asked = this.#askReal(path, text)
		this.#recorded.set(key, asked)
		asked.catch(() => this.#recorded.delete(key))
		return asked
	}

	async #askReal(path: string, body: string): Promise<Answer> {
		const response = await fetch(`${this.#realUrl}${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: body === '' ? '{}' : body,
		})
		const answer = (await response.json()) as Answer
		if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
		const { status } = (answer.receipt ?? {}) as { status?: string }
		if (path === previewPath && status !== 'Succeeded')
			throw new Error(`a preview to record: ${JSON.stringify(answer)}`)
		return answer
	}
}
