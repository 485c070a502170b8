import { useEffect, useState } from 'react'

const pauseMs = 350

/** The text, once it has stayed the same for a moment. */
export function useSettled(text: string): string {
	const [settled, setSettled] = useState('')
	useEffect(() => {
		const timer = setTimeout(() => setSettled(text), pauseMs)
		return () => clearTimeout(timer)
	}, [text])
	return settled
}
