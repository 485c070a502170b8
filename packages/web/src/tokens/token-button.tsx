import type { Token } from '@accord/protocol'
import { useEffect, useState } from 'react'
import type { TokenChoice } from '../swap/use-swap.ts'
import { Icon } from '../ui/icon.tsx'
import { laterPart } from '../ui/later-part.tsx'
import { TokenArt } from './token-art.tsx'
import './token-button.css'

const dialog = laterPart(async () => (await import('./token-dialog.tsx')).TokenDialog)

type TokenButtonProps = {
	/** The side: `You pay`. */
	readonly side: string
	readonly token: Token
	readonly choices: readonly TokenChoice[]
	/** The other side's token. */
	readonly other: string
	readonly onChoose: (symbol: string) => void
}

/** One side's token; opens the list of all tokens. */
export function TokenButton({ side, token, ...choosing }: TokenButtonProps) {
	const [isOpen, setOpen] = useState(false)
	useEffect(dialog.preload, [])
	return (
		<>
			<button
				type="button"
				className="token-button"
				aria-haspopup="dialog"
				title={token.symbol}
				onClick={() => setOpen(true)}
			>
				<TokenArt token={token} />
				<span className="visually-hidden">{side}: token</span>
				<span className="token-button-symbol" translate="no">
					{token.symbol}
				</span>
				<Icon name="down" size={12} />
			</button>
			{isOpen && <dialog.Part chosen={token} {...choosing} onClose={() => setOpen(false)} />}
		</>
	)
}
