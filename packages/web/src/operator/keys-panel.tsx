import type { ApiKey, Maker, OperatorKey } from '@accord/protocol'
import { clockTime } from '../format/clock-time.ts'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { Empty } from '../ui/states.tsx'
import type { OperatorKeys } from './use-operator-data.ts'

type MakerKey = ApiKey & { readonly maker: string }

/** The makers' API keys, without their secrets: the service itself stores only hashes. */
export function KeysPanel({ makers }: { makers: RemoteData<readonly Maker[]> }) {
	return (
		<DataPanel title="Makers’ keys" data={makers}>
			{registered => {
				const all = registered.flatMap(({ name, keys }) => keys.map(key => ({ ...key, maker: name })))
				if (all.length === 0) return <Empty title="No keys yet">Make one with accord keys issue.</Empty>
				return <KeysTable keys={all} />
			}}
		</DataPanel>
	)
}

function KeysTable({ keys }: { keys: readonly MakerKey[] }) {
	return (
		<div className="table-box">
			<table className="table table-cards">
				<caption className="visually-hidden">Makers’ API keys</caption>
				<thead>
					<tr>
						<th scope="col">Key</th>
						<th scope="col">Begins with</th>
						<th scope="col">Maker</th>
						<th scope="col">State</th>
						<th scope="col">Label</th>
						<th scope="col">Issued</th>
						<th scope="col">Last used</th>
						<th scope="col">Expires</th>
					</tr>
				</thead>
				<tbody>
					{keys.map(key => (
						<KeyRow key={key.keyId} apiKey={key} />
					))}
				</tbody>
			</table>
		</div>
	)
}

function KeyRow({ apiKey }: { apiKey: MakerKey }) {
	const { keyId, prefix, maker, state, label, createdAtMs, lastUsedAtMs, expiresAtMs } = apiKey
	return (
		<tr>
			<td data-label="Key" className="operator-long">
				<code>{keyId}</code>
			</td>
			<td data-label="Begins with">
				<code>{prefix}…</code>
			</td>
			<td data-label="Maker" className="operator-long">
				{maker}
			</td>
			<td data-label="State">
				<KeyState state={state} />
			</td>
			<td data-label="Label" className="operator-long">
				{label ?? ''}
			</td>
			<td data-label="Issued">
				<Moment atMs={createdAtMs} />
			</td>
			<td data-label="Last used">{lastUsedAtMs === undefined ? 'never' : <Moment atMs={lastUsedAtMs} />}</td>
			<td data-label="Expires">{expiresAtMs === undefined ? 'never' : <Moment atMs={expiresAtMs} />}</td>
		</tr>
	)
}

/** The keys to the operator API itself, which are shown only for an admin's key. */
export function OperatorKeysPanel({ keys }: { keys: RemoteData<OperatorKeys> }) {
	return (
		<DataPanel title="Operators’ keys" data={keys}>
			{answer => {
				if ('forbidden' in answer) return <p>Your key does not show these: {answer.forbidden}.</p>
				if (answer.keys.length === 0)
					return (
						<Empty title="No keys were issued">The configuration’s own key, which always works, is not listed.</Empty>
					)
				return <OperatorKeysTable keys={answer.keys} />
			}}
		</DataPanel>
	)
}

function OperatorKeysTable({ keys }: { keys: readonly OperatorKey[] }) {
	return (
		<div className="table-box">
			<table className="table table-cards">
				<caption className="visually-hidden">Keys to the operator API</caption>
				<thead>
					<tr>
						<th scope="col">Name</th>
						<th scope="col">Role</th>
						<th scope="col">Begins with</th>
						<th scope="col">State</th>
						<th scope="col">Issued</th>
						<th scope="col">By</th>
					</tr>
				</thead>
				<tbody>
					{keys.map(({ keyId, name, role, prefix, state, createdAtMs, createdBy }) => (
						<tr key={keyId}>
							<td data-label="Name" className="operator-long">
								{name}
							</td>
							<td data-label="Role">{role}</td>
							<td data-label="Begins with">
								<code>{prefix}…</code>
							</td>
							<td data-label="State">
								<KeyState state={state} />
							</td>
							<td data-label="Issued">
								<Moment atMs={createdAtMs} />
							</td>
							<td data-label="By" className="operator-long">
								{createdBy}
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	)
}

function KeyState({ state }: { state: ApiKey['state'] }) {
	return <span className={state === 'valid' ? 'badge badge-good' : 'badge badge-open'}>{state}</span>
}

function Moment({ atMs }: { atMs: number }) {
	const at = new Date(atMs)
	return (
		<time dateTime={at.toISOString()} title={at.toLocaleString()}>
			{clockTime(atMs)}
		</time>
	)
}
