import { type RefObject, useLayoutEffect, useRef } from 'react'

/** In shares of the usual size; phones zoom in on a field whose text is smaller than 16 px. */
const smallest = 0.58
const step = 0.06
const wideClass = 'amount-field-long'

/**
 * Makes a field's text as large as fits, by its measured width: smaller first, then the field gets the whole width of
 * its row. The field must be in a row of its own.
 */
export function useFittedText(text: string): RefObject<HTMLInputElement | null> {
	const field = useRef<HTMLInputElement>(null)
	// biome-ignore lint/correctness/useExhaustiveDependencies: another text has another width
	useLayoutEffect(() => {
		const element = field.current
		const row = element?.parentElement
		if (element === null || row === null || row === undefined) return
		fit(element)
		let frame = 0
		// In the next frame, because fitting may change the height of the row that is observed.
		const observer = new ResizeObserver(() => {
			cancelAnimationFrame(frame)
			frame = requestAnimationFrame(() => fit(element))
		})
		observer.observe(row)
		return () => {
			cancelAnimationFrame(frame)
			observer.disconnect()
		}
	}, [text])
	return field
}

function fit(field: HTMLInputElement): void {
	for (const isWide of [false, true]) {
		field.classList.toggle(wideClass, isWide)
		for (let size = 1; size >= smallest; size -= step) {
			field.style.setProperty('--fit', size.toFixed(2))
			if (field.scrollWidth <= field.clientWidth) return
		}
	}
}
