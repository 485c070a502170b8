import { useState } from 'react'

const chosen = new Map<string, string>()

/** Which tab of a group is shown; it stays chosen while the reader is elsewhere on the page. */
export function useChosenTab(group: string, first: string): [tab: string, choose: (tab: string) => void] {
	const [tab, setTab] = useState(() => chosen.get(group) ?? first)
	return [
		tab,
		next => {
			chosen.set(group, next)
			setTab(next)
		},
	]
}
