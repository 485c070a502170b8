import { useState } from 'react'
import { useAccount } from '../account/account.tsx'
import { formatRoute } from '../app/route.ts'
import { keepOrder } from '../session/kept-orders.ts'
import { useSession } from '../session/session.tsx'
import { signOrder } from '../sign/sign-order.ts'
import type { SwapSettings } from './swap-settings.ts'
import type { Reviewed } from './use-review.ts'

/** Has the reviewed order signed and sent; then the page goes on to its timeline. `progress` says what is waited for. */
export function useSigning({ quote, manifest, checked }: Reviewed, { expiresInSeconds }: SwapSettings) {
	const { dex, page } = useSession()
	const { account } = useAccount()
	const [progress, setProgress] = useState<string>()
	const [error, setError] = useState<unknown>()
	const sign = async () => {
		if (account === undefined) return
		setError(undefined)
		setProgress(account.kind === 'wallet' ? 'Waiting for your wallet…' : 'Signing…')
		try {
			const subintentId = await signOrder({
				dex,
				account,
				manifest,
				terms: checked.terms,
				networkId: page.networkId,
				expiresInSeconds,
				onSigned: () => setProgress('Sending…'),
			})
			keepOrder(localStorage, {
				subintentId,
				networkId: page.networkId,
				account: account.address,
				limitOrder: quote.limit_order,
				sentAtMs: Date.now(),
			})
			window.location.hash = formatRoute({ view: 'swap', id: subintentId })
		} catch (failure) {
			setError(failure)
			setProgress(undefined)
		}
	}
	return { progress, error, sign }
}
