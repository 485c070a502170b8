import type { TradeTrace } from '@accord/protocol'
import { useEffect, useState } from 'react'
import { useAccount } from '../account/account.tsx'
import type { CheckedTrade } from '../check/check-trade.ts'
import { CopyBlock } from '../check/copy-block.tsx'
import { ownStorage } from '../session/browser-storage.ts'
import { useSession } from '../session/session.tsx'
import { useSavedOrders } from '../session/use-saved-orders.ts'
import { PageError } from '../sign/page-error.ts'
import { useTrace } from '../trades/use-trace.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Loading } from '../ui/states.tsx'
import { type KeptReceipt, keptMid } from './kept-receipts.ts'
import { checkerCommand, saveProof } from './proof.ts'
import { receiptLink } from './receipt-link.ts'
import { ReceiptView } from './receipt-view.tsx'
import { useCheckedTrade } from './use-checked-trade.ts'
import { keepVerdict } from './use-ticks.ts'

/** The receipt of a settled order, checked by this browser while it is idle. */
export function ReceiptPanel({ subintentId }: { subintentId: string }) {
	const { page, tokens } = useSession()
	const { gateway } = useAccount()
	const { networkId } = page
	const remembered = useSavedOrders(networkId).find(order => order.subintentId === subintentId)
	const { data: trace } = useTrace(subintentId)
	const { data: checked, error } = useCheckedTrade(trace, { gateway, networkId, tokens })
	useEffect(() => {
		if (trace !== undefined && checked !== undefined) keepVerdict(trace, checked)
	}, [trace, checked])
	const known = keptMid(ownStorage, subintentId)
	return (
		<section className="receipt" aria-label="Receipt">
			<h3>Receipt</h3>
			{error !== undefined && (
				<Notice kind="warn">
					This trade has not been checked.{' '}
					{error instanceof PageError ? error.message : 'The program that checks could not be loaded.'}
				</Notice>
			)}
			{trace === undefined ? (
				<Loading what="the receipt" lines={3} />
			) : (
				<ReceiptView
					trace={trace}
					{...(checked === undefined ? {} : { checked })}
					{...(remembered === undefined ? {} : { remembered })}
					{...known}
				/>
			)}
			{trace !== undefined && (
				<Actions trace={trace} checked={checked} gatewayUrl={page.gatewayUrl} networkId={networkId} known={known} />
			)}
		</section>
	)
}

type ActionsProps = {
	readonly trace: TradeTrace
	readonly checked: CheckedTrade | undefined
	readonly gatewayUrl: string
	readonly networkId: number
	readonly known: Pick<KeptReceipt, 'mid'>
}

function Actions({ trace, checked, gatewayUrl, networkId, known }: ActionsProps) {
	const [shown, setShown] = useState<'proof' | 'link'>()
	const link = receiptLink({ id: trace.subintentId, ...known })
	const share = async () => {
		setShown('link')
		await navigator.clipboard?.writeText(link).catch(() => undefined)
	}
	const save = () => {
		setShown('proof')
		saveProof({ trace, networkId, roots: checked?.roots ?? [], ...known })
	}
	return (
		<>
			<div className="receipt-actions">
				<Button onClick={() => void share()}>Share</Button>
				<Button onClick={save}>Save proof</Button>
				<a href={link} target="_blank" rel="noopener">
					Ask another Gateway
				</a>
			</div>
			{shown === 'link' && (
				<CopyBlock title="Anyone who opens this link can check the trade in their own browser" text={link} />
			)}
			{shown === 'proof' && (
				<CopyBlock
					title="Checks the saved file without this page: in a clone of Accord, after pip install radix-engine-toolkit==2.3.5"
					text={checkerCommand(trace, gatewayUrl)}
				/>
			)}
		</>
	)
}
