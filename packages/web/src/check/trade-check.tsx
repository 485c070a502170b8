import type { TradeTrace } from '@accord/protocol'
import { useState } from 'react'
import { useAccount } from '../account/account.tsx'
import type { Labels } from '../manifest/explain-manifest.ts'
import { keptMid } from '../receipt/kept-receipts.ts'
import { saveProof } from '../receipt/proof.ts'
import { receiptLink } from '../receipt/receipt-link.ts'
import { ownStorage } from '../session/browser-storage.ts'
import { useSession } from '../session/session.tsx'
import { PageError } from '../sign/page-error.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { summaryOf } from './check.ts'
import { CheckedIntents, CheckedRoots } from './check-results.tsx'
import type { CheckedTrade } from './check-trade.ts'
import { CopyBlock } from './copy-block.tsx'
import { curlCommands } from './curl-commands.ts'
import { DifferencesList } from './differences-list.tsx'
import { explorerLink } from './explorer-link.ts'
import './trade-check.css'

type TradeCheckProps = { readonly trace: TradeTrace; readonly labels: Labels }

/**
 * Lets readers verify a settled trade themselves: its bytes, a check of everything in the browser, and commands that
 * make the requests without the page.
 */
export function TradeCheck({ trace, labels }: TradeCheckProps) {
	const { networkId } = useSession().page
	const { result, isBusy, error, check } = useTradeCheck(trace)
	const known = keptMid(ownStorage, trace.subintentId)
	const explorers = trace.roots.flatMap(({ transactionId }) => explorerLink(transactionId, networkId) ?? [])
	return (
		<section className="panel check" aria-labelledby="check-title">
			<h3 id="check-title">Check it yourself</h3>
			<p className="check-text">
				All of the above is what the service says. From the signed bytes your browser computes every hash and verifies
				every signature, and it asks the ledger’s Gateway what was committed and what it moved.
			</p>
			<div className="check-actions">
				<Button kind="primary" isBusy={isBusy} onClick={check}>
					{result === undefined ? 'Check this trade' : 'Check again'}
				</Button>
				<Button onClick={() => saveProof({ trace, networkId, roots: result?.roots ?? [], ...known })}>
					Save proof
				</Button>
				<a href={receiptLink({ id: trace.subintentId, ...known })} target="_blank" rel="noopener">
					Ask another Gateway
				</a>
				{explorers.map(link => (
					<a key={link} href={link} target="_blank" rel="noopener noreferrer">
						Look it up in the public explorer
					</a>
				))}
			</div>
			<div role="status">{result !== undefined && <Summary result={result} />}</div>
			{result !== undefined && <DifferencesList checked={result} />}
			{error !== undefined && (
				<div role="alert">
					<Notice kind="fail">
						{error instanceof PageError
							? error.message
							: 'The program that checks could not be loaded. Check that you are online, then try again.'}
					</Notice>
				</div>
			)}
			{result !== undefined && (
				<>
					<CheckedRoots roots={result.roots} labels={labels} />
					<CheckedIntents intents={result.intents} />
				</>
			)}
			<Commands trace={trace} />
			<p className="check-text">
				What this cannot prove: that the Gateway, whose address comes from the service, tells the truth, and that this
				page, which comes from it too, checks what it says it checks. Ask another Gateway; for the rest, run the
				commands elsewhere and give the saved proof to a checker of your own.
			</p>
		</section>
	)
}

function Summary({ result: { checks } }: { result: CheckedTrade }) {
	const isGood = checks.every(({ outcome }) => outcome !== 'fails')
	return <p className={`check-summary check-summary-${isGood ? 'good' : 'bad'}`}>{summaryOf(checks)}</p>
}

function Commands({ trace }: { trace: TradeTrace }) {
	const { gatewayUrl } = useSession().page
	const commands = curlCommands({
		origin: window.location.origin,
		gatewayUrl,
		subintentId: trace.subintentId,
		transactionIds: trace.roots.map(({ transactionId }) => transactionId),
	})
	return (
		<details className="details manifest">
			<summary>Ask without this page</summary>
			{commands.map(({ title, command }) => (
				<CopyBlock key={command} title={title} text={command} />
			))}
		</details>
	)
}

/** Checks only on request, and loads the codec only then. The result is that of this very trace, never of an earlier answer. */
function useTradeCheck(trace: TradeTrace) {
	const { page, tokens } = useSession()
	const { gateway } = useAccount()
	const [last, setLast] = useState<{ readonly trace: TradeTrace; readonly checked: CheckedTrade }>()
	const [error, setError] = useState<unknown>()
	const [isBusy, setBusy] = useState(false)
	const check = async () => {
		setBusy(true)
		setError(undefined)
		try {
			const { checkTrade } = await import('./check-trade.ts')
			const checked = await checkTrade({ trace, networkId: page.networkId, tokens, gateway })
			setLast({ trace, checked })
		} catch (failure) {
			setError(failure)
		}
		setBusy(false)
	}
	const result = last?.trace === trace ? last.checked : undefined
	return { result, error, isBusy, check: () => void check() }
}
