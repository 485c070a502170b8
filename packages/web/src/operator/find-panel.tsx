import type { ListedOrderPage } from '@accord/protocol'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { usePolled } from '../key-view/key-sessions.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'
import { formatOperatorRoute, noteEntered, type OperatorRoute, replacePlace } from './operator-route.ts'
import { type OperatorSession, operatorSessions } from './operator-session.ts'
import { OrdersTable } from './orders-table.tsx'
import { readWanted, type WantedOrders } from './wanted-orders.ts'
import '../ui/field.css'

type FindPanelProps = { readonly session: OperatorSession; readonly route: OperatorRoute }

/** Finds orders by what identifies them. A single one is shown at once; several are listed. */
export function FindPanel({ session, route }: FindPanelProps) {
	const hint = useId()
	const field = useRef<HTMLInputElement>(null)
	const find = useFind(route)
	// The field follows the browser's history.
	useEffect(() => {
		if (field.current !== null) field.current.value = find ?? ''
	}, [find])
	const submit = (event: FormEvent) => {
		event.preventDefault()
		const text = field.current?.value.trim() ?? ''
		noteEntered()
		window.location.hash = formatOperatorRoute(text === '' ? {} : { find: text })
	}
	return (
		<Panel title="Find an order">
			<div className="key-stack">
				<div>
					<search>
						<form className="operator-find" onSubmit={submit}>
							<input
								ref={field}
								className="input key-field"
								type="search"
								aria-label="Subintent, transaction or account"
								aria-describedby={hint}
								autoCapitalize="none"
								autoComplete="off"
								spellCheck={false}
							/>
							<Button type="submit" kind="primary">
								Find
							</Button>
						</form>
					</search>
					<p id={hint} className="key-hint">
						A subintent id (subtxid_…) or its hash, also a maker’s; a transaction id (txid_…); or an account
						(account_…).
					</p>
				</div>
				{find !== undefined && <Found key={find} session={session} find={find} isOpen={route.order !== undefined} />}
			</div>
		</Panel>
	)
}

/** What is looked for; an order's trace is shown over it. */
function useFind({ order, find }: OperatorRoute): string | undefined {
	const [last, setLast] = useState(find)
	const current = order === undefined ? find : last
	if (current !== last) setLast(current)
	return current
}

type FoundProps = { readonly session: OperatorSession; readonly find: string; readonly isOpen: boolean }

function Found({ find, ...props }: FoundProps) {
	const wanted = readWanted(find)
	if (wanted !== undefined) return <FoundOrders {...props} find={find} wanted={wanted} />
	return (
		<div role="alert">
			<Empty title="This cannot be an id of an order">Enter it in full, as in the line above.</Empty>
		</div>
	)
}

const everyMs = 5_000

function FoundOrders({ session: { id, api }, find, wanted, isOpen }: FoundProps & { readonly wanted: WantedOrders }) {
	const { data, error } = usePolled(operatorSessions, [id, `orders ${find}`], {
		everyMs,
		read: () => api.orders(wanted),
		isFinal: found => found !== undefined && 'transaction_id' in wanted,
	})
	const only = data?.orders.length === 1 ? data.orders[0]?.subintentId : undefined
	useEffect(() => {
		if (only !== undefined && !isOpen) replacePlace({ order: only })
	}, [only, isOpen])
	if (data !== undefined) return <OrdersFound {...data} />
	if (error === undefined) return <Loading what="the orders" />
	return <Failed title="Couldn’t look for it" error={error} />
}

function OrdersFound({ orders, next }: ListedOrderPage) {
	return (
		<div role="status">
			{orders.length === 0 && <Empty title="No order found">Nothing here has this id.</Empty>}
			{orders.length > 0 && <OrdersTable caption="The orders found" orders={orders} />}
			{next !== undefined && <p className="key-hint">Only the newest {orders.length} are shown.</p>}
		</div>
	)
}
