import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '../app/app.tsx'
import { setNumberFormatOf } from '../format/number-format.ts'
import '../ui/tokens.css'
import '../ui/base.css'

/** Renders the page. */
export function drawPage(root: HTMLElement): void {
	setNumberFormatOf(window.navigator.language)
	createRoot(root).render(
		<StrictMode>
			<App />
		</StrictMode>,
	)
}
