import type { Token } from '@accord/protocol'
import { useState } from 'react'
import { TokenMark } from '../ui/token-mark.tsx'
import { useTokenIcon } from './use-token-icon.ts'
import './token-art.css'

/**
 * A token's picture: our own drawing if the page knows the address, else the icon that the ledger names, else its letter.
 * A token that looks like a known one gets neither.
 */
export function TokenArt({ token }: { token: Token }) {
	const icon = useTokenIcon(token)
	const [failed, setFailed] = useState<string>()
	if (icon === undefined || icon === failed) return <TokenMark token={token} />
	return (
		<img
			className="token-art"
			src={icon}
			alt=""
			width="24"
			height="24"
			// The host of a picture learns no more than that somebody looks at it.
			referrerPolicy="no-referrer"
			decoding="async"
			onError={() => setFailed(icon)}
		/>
	)
}
