import type { ReactNode } from 'react'
import type { RemoteData } from '../session/remote-data.ts'
import { Panel } from '../ui/panel.tsx'
import { Failed, Loading } from '../ui/states.tsx'

type OperatorPartProps<T> = {
	readonly title: string
	readonly data: RemoteData<T>
	readonly actions?: ReactNode
	readonly children: (data: T) => ReactNode
}

/** A panel of the view, once its data has loaded. */
export function OperatorPart<T>({ title, data: { data, error }, actions, children }: OperatorPartProps<T>) {
	return (
		<Panel title={title} actions={actions}>
			{data !== undefined && children(data)}
			{data === undefined && error === undefined && <Loading what={title.toLowerCase()} />}
			{data === undefined && error !== undefined && <Failed title="Couldn’t load this" error={error} />}
		</Panel>
	)
}

/** Whether something is well, in a word and a colour. */
export function Mark({ isOk, bad = 'FAIL' }: { isOk: boolean; bad?: string }) {
	return <span className={isOk ? 'badge badge-good' : 'badge badge-bad'}>{isOk ? 'OK' : bad}</span>
}
