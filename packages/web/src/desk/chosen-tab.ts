import { useState } from 'react'

const chosen = new Map<string, string>()

/** Which tab of a group is shown: `first` until the reader chooses one, which stays chosen while elsewhere on the page. */
export function useChosenTab(group: string, first: string): [tab: string, choose: (tab: string) => void] {
	const [tab, setTab] = useState(() => chosen.get(group))
	return [
		tab ?? first,
		next => {
			chosen.set(group, next)
			setTab(next)
		},
	]
}
