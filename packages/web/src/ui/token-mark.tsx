import { isMisnamed, type KnownToken, knownToken } from './known-tokens.ts'
import './token-mark.css'

/** Our own drawings, as lines on a disc of 24. */
const drawings: Readonly<Record<KnownToken['drawing'], string>> = {
	xrd: 'M5 12.5h3.2l2.6 4.5 4.4-9.5H19',
	btc: 'M9.5 6v12M8 7h5.2a2.4 2.4 0 0 1 0 4.9H9.5M13.4 11.9a2.55 2.55 0 0 1 0 5.1H8M11 5v2M11 17v2M13.6 5v2.1M13.6 16.9V19',
	eth: 'm12 4.5 4.8 7.9L12 15.2l-4.8-2.8L12 4.5Zm-4.6 10.6L12 19.5l4.6-4.4',
	usdc: 'M14.6 9.4c-.3-1-1.3-1.6-2.6-1.6-1.5 0-2.6.8-2.6 2 0 2.9 5.3 1.5 5.3 4.3 0 1.3-1.2 2.1-2.7 2.1s-2.6-.7-2.8-1.8M12 6.3v11.4M7.2 6.7a7.2 7.2 0 0 0 0 10.6M16.8 6.7a7.2 7.2 0 0 1 0 10.6',
	usdt: 'M7 7.2h10M12 7.2V18M6 11.7c0-1.1 2.7-1.9 6-1.9s6 .8 6 1.9-2.7 1.9-6 1.9-6-.8-6-1.9Z',
}

/** A round mark: the drawing of a token known by its address, else the first letter, or a question mark if it is misnamed. */
export function TokenMark({ token }: { token: { readonly symbol: string; readonly resourceAddress: string } }) {
	const known = knownToken(token)
	const letter = isMisnamed(token)
		? '?'
		: token.symbol
				.replace(/^x(w)?(?=[A-Z])/, '')
				.slice(0, 1)
				.toUpperCase()
	return (
		<svg
			className={`token-mark token-mark-${known?.drawing ?? 'other'}`}
			viewBox="0 0 24 24"
			aria-hidden="true"
			focusable="false"
		>
			<circle className="token-mark-disc" cx="12" cy="12" r="12" />
			{known === undefined ? (
				<text className="token-mark-letter" x="12" y="16.5">
					{letter}
				</text>
			) : (
				<path className="token-mark-lines" d={drawings[known.drawing]} />
			)}
		</svg>
	)
}
