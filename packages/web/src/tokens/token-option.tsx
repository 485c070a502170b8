import type { Decimal, Token } from '@accord/protocol'
import { shortId } from '../format/short-id.ts'
import { Amount } from '../ui/amount.tsx'
import { Icon } from '../ui/icon.tsx'
import { TokenArt } from './token-art.tsx'
import { type Trust, trustOf } from './trust.ts'

type TokenOptionProps = {
	readonly id: string
	readonly token: Token
	readonly displaced: string | undefined
	readonly balance: Decimal | undefined
	readonly isActive: boolean
	readonly isChosen: boolean
	readonly onChoose: () => void
}

/** One token of the list: what it is, where it lives on the ledger, and how much of it the account has. */
export function TokenOption({ id, token, displaced, balance, isActive, isChosen, onChoose }: TokenOptionProps) {
	const { symbol, name, resourceAddress } = token
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the search field
		// biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus and names the active option
		<div
			id={id}
			role="option"
			aria-selected={isChosen}
			className={isActive ? 'token-option token-option-active' : 'token-option'}
			onClick={onChoose}
		>
			<TokenArt token={token} />
			<span className="token-option-names">
				<span className="token-option-symbol" translate="no">
					{symbol}
				</span>{' '}
				<bdi className="token-option-name" translate="no">
					{name}
				</bdi>
				{displaced !== undefined && (
					<span className="token-option-way">
						The other side becomes <span translate="no">{displaced}</span>
					</span>
				)}
				<span className="token-option-address">
					<TrustMark trust={trustOf(token)} />{' '}
					<code translate="no" title={resourceAddress}>
						{shortId(resourceAddress, { head: 14, tail: 6 })}
					</code>
				</span>
			</span>
			{balance !== undefined && (
				<span className="token-option-balance">
					<span className="visually-hidden">Balance </span>
					<Amount amount={balance} format={{ places: 6 }} />
				</span>
			)}
		</div>
	)
}

const trustWords: Readonly<Record<Trust, string>> = {
	verified: 'Verified',
	listed: 'Listed by this service',
	misnamed: 'Looks like another token',
}

function TrustMark({ trust }: { trust: Trust }) {
	return (
		<span className={`token-trust token-trust-${trust}`}>
			{trust !== 'listed' && <Icon name={trust === 'verified' ? 'check' : 'warn'} size={12} />}
			<span>{trustWords[trust]}</span>
		</span>
	)
}
