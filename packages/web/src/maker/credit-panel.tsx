import { Decimal, type InstamintAccount } from '@accord/protocol'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { Amount } from '../ui/amount.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Empty } from '../ui/states.tsx'
import type { Credit } from './use-maker-data.ts'

/** What the maker mints on credit, by account: the remaining allowance, what it owes and where it repays. */
export function CreditPanel({ credit }: { credit: RemoteData<Credit> }) {
	return (
		<DataPanel title="Instamint" data={credit}>
			{found =>
				'without' in found ? (
					<Without credit={found} />
				) : (
					found.accounts.map(account => <Account key={account.address} account={account} />)
				)
			}
		</DataPanel>
	)
}

function Without({ credit: { without } }: { credit: Extract<Credit, { without: string }> }) {
	if (without === 'instamint_not_offered')
		return <Empty title="No minting on credit here">This service has no Instamint component.</Empty>
	return (
		<Empty title="Not a customer">
			None of your accounts has a customer badge, so you mint nothing on credit and owe nothing. The operator makes
			customers.
		</Empty>
	)
}

function Account({
	account: { address, badgeIds, allowanceXrd, loansXrd, loans, paybackAddresses },
}: {
	account: InstamintAccount
}) {
	return (
		<div className="key-groups maker-credit">
			<Facts>
				<Fact name="Account">
					<Copyable text={address} label="account address" />
				</Fact>
				<Fact name={badgeIds.length === 1 ? 'Customer badge' : 'Customer badges'}>{badgeIds.join(', ')}</Fact>
				<Fact name="Allowance">
					<Amount amount={allowanceXrd} symbol="XRD" format={{ places: 2 }} />
				</Fact>
				{loansXrd !== undefined && (
					<Fact name="Loans count as">
						<Amount amount={loansXrd} symbol="XRD" format={{ places: 2 }} />
					</Fact>
				)}
				{loansXrd !== undefined && badgeIds.length === 1 && (
					<Fact name="Allowance left" hint="Before what open fills mint">
						<Amount amount={left(allowanceXrd, loansXrd)} symbol="XRD" format={{ places: 2 }} />
					</Fact>
				)}
			</Facts>
			<Facts>
				<Fact name="Loans outstanding">{loans.length === 0 ? 'none' : ''}</Fact>
				{loans.map(({ symbol, amount }) => (
					<Fact key={symbol} name={symbol}>
						<Amount amount={amount} />
					</Fact>
				))}
			</Facts>
			<Facts>
				{paybackAddresses.map(({ chain, address: payTo }) => (
					<Fact key={payTo} name={`Pay back on ${chain}`}>
						<Copyable text={payTo} label={`payback address on ${chain}`} />
					</Fact>
				))}
				{paybackAddresses.length === 0 && <Fact name="Pay back">no address here</Fact>}
			</Facts>
		</div>
	)
}

/**
 * For one customer, because each has its own. Rising prices or a lowered allowance can leave loans above the allowance.
 */
function left(allowanceXrd: Decimal, loansXrd: Decimal): Decimal {
	return Decimal.max(Decimal.zero, Decimal.subtract(allowanceXrd, loansXrd))
}
