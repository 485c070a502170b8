import { Decimal } from '@accord/protocol'
import { formatAmount } from '../format/format-amount.ts'
import type { Labels } from '../manifest/explain-manifest.ts'
import type { LedgerChange, PieceChange } from '../session/gateway.ts'
import { Copyable } from '../ui/copyable.tsx'
import { Icon } from '../ui/icon.tsx'
import { TableHead } from '../ui/table-head.tsx'
import type { Check, Outcome } from './check.ts'
import type { CheckedIntent } from './check-intent.ts'
import type { CheckedRoot } from './check-root.ts'
import type { CheckedSignature } from './check-subintent.ts'
import './check-mark.css'
import './trade-check.css'

/** What the Gateway says about each transaction, compared with what the service says. */
export function CheckedRoots({ roots, labels }: { roots: readonly CheckedRoot[]; labels: Labels }) {
	return roots.map(root => {
		const { transactionId, checks } = root
		return (
			<section key={transactionId} className="check-group" aria-label="Checks of the transaction">
				<h4>
					The transaction <Copyable text={transactionId} label="the transaction" />
				</h4>
				<Checks checks={checks} />
				<LedgerChanges root={root} labels={labels} />
			</section>
		)
	})
}

type LedgerChangesProps = { readonly root: CheckedRoot; readonly labels: Labels; readonly isOpen?: boolean }

/** Everything that a transaction moved, from the Gateway; nothing if it did not say. */
export function LedgerChanges({ root, labels, isOpen = false }: LedgerChangesProps) {
	const { changes = [], feeChanges = [], pieceChanges = [] } = root
	if (changes.length + pieceChanges.length === 0) return null
	return (
		<details className="details manifest" open={isOpen}>
			<summary>All balance changes, from the Gateway</summary>
			<Changes changes={[...changes, ...feeChanges]} pieces={pieceChanges} labels={labels} />
		</details>
	)
}

/** The contents of each signed intent's bytes. */
export function CheckedIntents({ intents }: { intents: readonly CheckedIntent[] }) {
	return intents.map(({ name, subintentId, signatures, checks }) => (
		<section key={subintentId} className="check-group" aria-label={`Checks: ${name}`}>
			<h4>
				{name} <Copyable text={subintentId} label={name} />
			</h4>
			<Signatures signatures={signatures} />
			<Checks checks={checks} />
		</section>
	))
}

function Signatures({ signatures }: { signatures: readonly CheckedSignature[] }) {
	if (signatures.length === 0) return null
	return (
		<dl className="card-facts check-signatures">
			{signatures.map(({ curve, signature, publicKey, signer }) => {
				const key = signer?.publicKey ?? publicKey
				return (
					<div key={signature}>
						<dt>{curve} key</dt>
						<dd>{key === undefined ? 'none' : <Copyable text={key} label="public key" />}</dd>
						<dt>Signature</dt>
						<dd>
							<Copyable text={signature} label="signature" />
						</dd>
					</div>
				)
			})}
		</dl>
	)
}

const outcomes: Readonly<Record<Outcome, { name: string; icon: 'check' | 'cross' | 'info' }>> = {
	holds: { name: 'Holds', icon: 'check' },
	fails: { name: 'Fails', icon: 'cross' },
	unknown: { name: 'Unknown', icon: 'info' },
}

/** What was compared, one line per check. */
export function Checks({ checks }: { checks: readonly Check[] }) {
	return (
		<ul className="check-list">
			{checks.map(({ title, outcome, text }) => (
				<li key={`${title} ${text}`} className={`check-one check-${outcome}`}>
					<span className="check-mark">
						<Icon name={outcomes[outcome].icon} size={14} />
						<span className="visually-hidden">{outcomes[outcome].name}: </span>
					</span>
					<b>{title}</b>
					<span className="check-compared">{text}</span>
				</li>
			))}
		</ul>
	)
}

type ChangesProps = {
	readonly changes: readonly LedgerChange[]
	readonly pieces: readonly PieceChange[]
	readonly labels: Labels
}

function Changes({ changes, pieces, labels }: ChangesProps) {
	return (
		<div className="table-box">
			<table className="check-changes">
				<TableHead columns={['Whose', 'Change']} />
				<tbody>
					{changes.map(({ entity, resource, change, kind = '' }) => (
						<tr key={`${entity} ${resource} ${kind}`}>
							<td>
								{labels.get(entity) ?? <Copyable text={entity} label="address" />}
								{kind !== '' && <span className="check-kind"> {kindNames[kind] ?? kind}</span>}
							</td>
							<td>
								{Decimal.isPositive(change) && '+'}
								{formatAmount(change)} {labels.get(resource) ?? <Copyable text={resource} label="resource" />}
							</td>
						</tr>
					))}
					{pieces.map(({ entity, resource, added, removed }) => (
						<tr key={`${entity} ${resource}`}>
							<td>{labels.get(entity) ?? <Copyable text={entity} label="address" />}</td>
							<td>
								{[...removed.map(id => `−${id}`), ...added.map(id => `+${id}`)].join(', ')}{' '}
								{labels.get(resource) ?? <Copyable text={resource} label="resource" />}
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	)
}

/** The Gateway's names for the parts of the network's fee. */
const kindNames: Readonly<Record<string, string>> = {
	FeePayment: 'network fee',
	FeeDistributed: 'share of the network fee',
	TipDistributed: 'share of the tip',
	RoyaltyDistributed: 'royalty',
}
