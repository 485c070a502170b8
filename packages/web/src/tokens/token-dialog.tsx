import type { Token } from '@accord/protocol'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useAccount } from '../account/account.tsx'
import { useSession } from '../session/session.tsx'
import type { TokenChoice } from '../swap/use-swap.ts'
import { Dialog } from '../ui/dialog.tsx'
import { searchTokens } from './search-tokens.ts'
import { TokenOption } from './token-option.tsx'
import './token-dialog.css'

type TokenDialogProps = {
	readonly chosen: Token
	readonly choices: readonly TokenChoice[]
	readonly other: string
	readonly onChoose: (symbol: string) => void
	readonly onClose: () => void
}

/** All tokens, found by symbol, name or address: the arrows move through the list, Enter chooses. */
export function TokenDialog({ chosen, choices, other, onChoose, onClose }: TokenDialogProps) {
	const { tokens } = useSession()
	const { balances } = useAccount()
	const [query, setQuery] = useState('')
	const [pointed, setPointed] = useState(chosen.symbol)
	const id = useId()
	const input = useRef<HTMLInputElement>(null)
	const listed = choices.flatMap(({ symbol, displaced }) => {
		const token = tokens.get(symbol)
		return token === undefined ? [] : [{ token, displaced }]
	})
	const found = searchTokens(listed, query)
	const at = Math.max(
		0,
		found.findIndex(({ token }) => token.symbol === pointed),
	)
	const active = found[at]?.token.symbol
	const optionId = (symbol: string) => `${id}-${symbol}`
	useEffect(() => input.current?.focus(), [])
	useEffect(() => {
		if (active !== undefined) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
	}, [id, active])
	const choose = (symbol: string | undefined) => {
		if (symbol === undefined) return
		onClose()
		if (symbol !== chosen.symbol) onChoose(symbol)
	}
	const press = (event: KeyboardEvent) => {
		// The form around it takes Enter for its own.
		event.stopPropagation()
		const next = nextPlace(event.key, { at, count: found.length })
		if (next !== undefined) setPointed(found[next]?.token.symbol ?? '')
		else if (event.key === 'Enter') choose(active)
		else return
		event.preventDefault()
	}
	const option = ({ token, displaced }: (typeof found)[number]) => (
		<TokenOption
			key={token.resourceAddress}
			id={optionId(token.symbol)}
			token={token}
			displaced={displaced}
			balance={balances?.get(token.resourceAddress)}
			isActive={token.symbol === active}
			isChosen={token.symbol === chosen.symbol}
			onChoose={() => choose(token.symbol)}
		/>
	)
	const unreachable = found.filter(({ displaced }) => displaced !== undefined)
	return (
		<Dialog title="Choose a token" onClose={onClose}>
			<div className="token-search">
				<input
					ref={input}
					className="input"
					role="combobox"
					aria-label="Search by name, symbol or address"
					aria-expanded="true"
					aria-controls={`${id}-list`}
					aria-autocomplete="list"
					aria-activedescendant={active === undefined ? undefined : optionId(active)}
					placeholder="Name, symbol or address"
					autoComplete="off"
					autoCapitalize="none"
					spellCheck={false}
					maxLength={120}
					value={query}
					onChange={({ target }) => {
						setQuery(target.value)
						setPointed('')
					}}
					onKeyDown={press}
				/>
			</div>
			<div id={`${id}-list`} role="listbox" aria-label="Tokens" className="token-list">
				{found.filter(({ displaced }) => displaced === undefined).map(option)}
				{unreachable.length > 0 && (
					// biome-ignore lint/a11y/useSemanticElements: a list box has groups, not field sets
					<div role="group" aria-labelledby={`${id}-rest`}>
						<p id={`${id}-rest`} className="token-group">
							Not traded for <span translate="no">{other}</span>
						</p>
						{unreachable.map(option)}
					</div>
				)}
			</div>
			<p className="token-count" role="status">
				{found.length === 0 ? 'Nothing traded here has this name, symbol or address.' : ''}
			</p>
			<p className="token-note">
				Verified: this page itself knows the token’s address. Anyone can copy a symbol, a name or a picture.
			</p>
		</Dialog>
	)
}

/** Where a key leads in the list; undefined for keys that do not move. */
function nextPlace(key: string, { at, count }: { at: number; count: number }): number | undefined {
	if (count === 0) return undefined
	if (key === 'ArrowDown') return (at + 1) % count
	if (key === 'ArrowUp') return (at + count - 1) % count
	if (key === 'PageDown') return Math.min(count - 1, at + pageRows)
	if (key === 'PageUp') return Math.max(0, at - pageRows)
	return undefined
}

const pageRows = 5
