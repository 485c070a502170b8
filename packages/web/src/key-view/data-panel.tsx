import type { ReactNode } from 'react'
import type { RemoteData } from '../session/remote-data.ts'
import { Panel } from '../ui/panel.tsx'
import { Failed, Loading } from '../ui/states.tsx'

type DataPanelProps<T> = {
	readonly title: string
	readonly data: RemoteData<T>
	readonly actions?: ReactNode
	readonly children: (data: T) => ReactNode
}

/** A panel with data that was read with a key, once loaded. */
export function DataPanel<T>({ title, data: { data, error }, actions, children }: DataPanelProps<T>) {
	return (
		<Panel title={title} actions={actions}>
			{data !== undefined && children(data)}
			{data === undefined && error === undefined && <Loading what={title.toLowerCase()} />}
			{data === undefined && error !== undefined && <Failed title="Couldn’t load this" error={error} />}
		</Panel>
	)
}
