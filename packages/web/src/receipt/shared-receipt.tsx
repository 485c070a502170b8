import { type TradeTrace, withSurplus } from '@accord/protocol'
import { type FormEvent, useMemo, useState } from 'react'
import { NetworkBadge } from '../app/network-badge.tsx'
import { formatRoute } from '../app/route.ts'
import type { CheckedTrade } from '../check/check-trade.ts'
import { explorerLink } from '../check/explorer-link.ts'
import { formatAmount } from '../format/format-amount.ts'
import { Gateway } from '../session/gateway.ts'
import { useSession } from '../session/session.tsx'
import { useTrace } from '../trades/use-trace.ts'
import { Button } from '../ui/button.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { parseProof, saveProof } from './proof.ts'
import { outcomeOf, sentencesOf } from './receipt.ts'
import { readReceiptLink } from './receipt-link.ts'
import { gatewayProblem } from './receipt-place.ts'
import { ReceiptView } from './receipt-view.tsx'
import { useCheckedTrade } from './use-checked-trade.ts'

// The guarantee: this document knows no key and signs nothing, so that it may ask any Gateway that its reader chooses.

/** A trade that somebody else shows: checked here from its bytes, with a Gateway of the reader's choice. `id` stands after the `#` of its link. */
export function SharedReceipt({ id: link }: { id: string }) {
	const { id, mid: linked } = readReceiptLink(link)
	const { page, tokens } = useSession()
	const [gatewayUrl, setGatewayUrl] = useState(page.gatewayUrl)
	const [proof, setProof] = useState<ReturnType<typeof parseProof> | string>()
	const remote = useTrace(proof === undefined && id !== '' ? id : undefined)
	const { trace, mid } = typeof proof === 'object' ? proof : { trace: remote.data, mid: linked }
	const known = mid === undefined ? {} : { mid }
	const gateway = useMemo(() => new Gateway(gatewayUrl), [gatewayUrl])
	const { networkId } = page
	const checking = useCheckedTrade(trace, { gateway, networkId, tokens })
	const open = async (file: File) => {
		try {
			const read = parseProof(await file.text())
			setProof(read.networkId === networkId ? read : 'This proof is of a trade on another network.')
		} catch {
			setProof('This file is not a saved proof.')
		}
	}
	return (
		<main className="receipt-page">
			<header className="receipt-head">
				<a className="header-brand" href="/">
					<img src="/favicon.svg" alt="" width="28" height="28" />
					Accord
				</a>
				<NetworkBadge />
			</header>
			<h1>Receipt of a trade</h1>
			<p className="receipt-note">
				Your browser computes every hash, verifies every signature and compares all of it with what the Gateway below
				says. Nothing that the service says is taken on trust.
			</p>
			<Panel title={titleOf(trace, checking.data)}>
				<section className="receipt" aria-label="Receipt">
					{typeof proof === 'string' && <Notice kind="fail">{proof}</Notice>}
					{trace === undefined && remote.error !== undefined && (
						<Failed title="Couldn’t load this trade" error={remote.error} onRetry={remote.retry} />
					)}
					{proof === undefined && trace === undefined && remote.error === undefined && id !== '' && (
						<Loading what="the trade" lines={6} />
					)}
					{trace !== undefined && trace.state !== 'settled' && <p>This order has not settled.</p>}
					{trace?.state === 'settled' && (
						<>
							<Ids trace={trace} networkId={networkId} />
							<ReceiptView
								trace={trace}
								{...known}
								{...(checking.data === undefined ? {} : { checked: checking.data })}
							/>
							{checking.error !== undefined && (
								<Failed title="Couldn’t check this trade" error={checking.error} onRetry={checking.retry} />
							)}
							<div className="receipt-actions">
								<Button onClick={() => saveProof({ trace, networkId, roots: checking.data?.roots ?? [], ...known })}>
									Save proof
								</Button>
								<Button onClick={checking.retry}>Check again</Button>
							</div>
						</>
					)}
				</section>
			</Panel>
			<GatewayChoice current={gatewayUrl} onChoose={setGatewayUrl} />
			<label className="button button-plain receipt-file">
				Open a saved proof
				<input
					type="file"
					className="visually-hidden"
					accept="application/json,.json"
					onChange={({ target }) => target.files?.[0] !== undefined && void open(target.files[0])}
				/>
			</label>
		</main>
	)
}

/** Amounts only once they are checked: those of a forged proof are nobody's. */
function titleOf(trace: TradeTrace | undefined, checked: CheckedTrade | undefined): string {
	if (trace === undefined || checked === undefined) return 'Trade'
	const outcome = outcomeOf(sentencesOf(trace, checked))
	if (outcome === 'fails') return 'A trade whose checks fail'
	if (outcome === 'unknown') return 'A trade not fully checked'
	const { limitOrder, surplus } = trace
	const { sell, buy } = withSurplus(limitOrder, surplus)
	return `${formatAmount(sell.amount)} ${sell.symbol} for ${formatAmount(buy.amount)} ${buy.symbol}`
}

function Ids({ trace: { subintentId, transactionId }, networkId }: { trace: TradeTrace; networkId: number }) {
	const explorer = transactionId === undefined ? undefined : explorerLink(transactionId, networkId)
	return (
		<Facts>
			<Fact name="Order">
				<Copyable text={subintentId} label="the order" />
			</Fact>
			{transactionId !== undefined && (
				<Fact name="Transaction">
					<Copyable text={transactionId} label="the transaction" />{' '}
					<a href={`/${formatRoute({ view: 'trades', id: subintentId })}`}>under the hood</a>
					{explorer !== undefined && (
						<>
							{' '}
							<a href={explorer} target="_blank" rel="noopener noreferrer">
								public explorer
							</a>
						</>
					)}
				</Fact>
			)}
		</Facts>
	)
}

function GatewayChoice({ current, onChoose }: { current: string; onChoose: (url: string) => void }) {
	const [typed, setTyped] = useState(current)
	const [problem, setProblem] = useState<string>()
	const choose = (event: FormEvent) => {
		event.preventDefault()
		const url = typed.trim().replace(/\/+$/, '')
		const found = gatewayProblem(url)
		setProblem(found)
		if (found === undefined) onChoose(url)
	}
	return (
		<form className="receipt-gateway" onSubmit={choose}>
			<label>
				Gateway that your browser asks
				<input
					className="input"
					type="url"
					spellCheck={false}
					value={typed}
					aria-describedby="gateway-problem"
					onChange={({ target }) => setTyped(target.value)}
				/>
			</label>
			<Button type="submit" kind="primary">
				Ask this Gateway
			</Button>
			<p id="gateway-problem" className="receipt-note" role="status">
				{problem}
			</p>
		</form>
	)
}
