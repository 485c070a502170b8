import type { ApiKey, Maker, OperatorKey } from '@accord/protocol'
import { clockTime } from '../format/clock-time.ts'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { DataTable, type TableColumn } from '../ui/data-table.tsx'
import { Empty } from '../ui/states.tsx'
import type { OperatorKeys } from './use-operator-data.ts'

type MakerKey = ApiKey & { readonly maker: string }

const makerColumns: readonly TableColumn<MakerKey>[] = [
	{ name: 'Key', kind: 'long', cell: ({ keyId }) => <code>{keyId}</code> },
	{ name: 'Begins with', cell: ({ prefix }) => <code>{prefix}…</code> },
	{ name: 'Maker', kind: 'long', cell: ({ maker }) => maker },
	{ name: 'State', cell: ({ state }) => <KeyState state={state} /> },
	{ name: 'Label', kind: 'long', cell: ({ label }) => label ?? '' },
	{ name: 'Issued', cell: ({ createdAtMs }) => <Moment atMs={createdAtMs} /> },
	{ name: 'Last used', cell: ({ lastUsedAtMs }) => <Moment atMs={lastUsedAtMs} /> },
	{ name: 'Expires', cell: ({ expiresAtMs }) => <Moment atMs={expiresAtMs} /> },
]

const operatorColumns: readonly TableColumn<OperatorKey>[] = [
	{ name: 'Name', kind: 'long', cell: ({ name }) => name },
	{ name: 'Role', cell: ({ role }) => role },
	{ name: 'Begins with', cell: ({ prefix }) => <code>{prefix}…</code> },
	{ name: 'State', cell: ({ state }) => <KeyState state={state} /> },
	{ name: 'Issued', cell: ({ createdAtMs }) => <Moment atMs={createdAtMs} /> },
	{ name: 'By', kind: 'long', cell: ({ createdBy }) => createdBy },
]

/** The makers' API keys, without their secrets: the service itself stores only hashes. */
export function KeysPanel({ makers }: { makers: RemoteData<readonly Maker[]> }) {
	return (
		<DataPanel title="Makers’ keys" data={makers}>
			{registered => {
				const all = registered.flatMap(({ name, keys }) => keys.map(key => ({ ...key, maker: name })))
				if (all.length === 0) return <Empty title="No keys yet">Make one with accord keys issue.</Empty>
				return <DataTable caption="Makers’ API keys" columns={makerColumns} rows={all} keyOf={({ keyId }) => keyId} />
			}}
		</DataPanel>
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
				return (
					<DataTable
						caption="Keys to the operator API"
						columns={operatorColumns}
						rows={answer.keys}
						keyOf={({ keyId }) => keyId}
					/>
				)
			}}
		</DataPanel>
	)
}

function KeyState({ state }: { state: ApiKey['state'] }) {
	return <span className={state === 'valid' ? 'badge badge-good' : 'badge badge-open'}>{state}</span>
}

function Moment({ atMs }: { atMs: number | undefined }) {
	if (atMs === undefined) return 'never'
	const at = new Date(atMs)
	return (
		<time dateTime={at.toISOString()} title={at.toLocaleString()}>
			{clockTime(atMs)}
		</time>
	)
}
