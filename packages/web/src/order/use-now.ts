import { useEffect, useState } from 'react'

/** The time, every second. */
export function useNow(): number {
	const [nowMs, setNow] = useState(() => Date.now())
	useEffect(() => {
		const timer = setInterval(() => setNow(Date.now()), 1_000)
		return () => clearInterval(timer)
	}, [])
	return nowMs
}
