import './zod-without-eval.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { setNumberFormatOf } from './format/number-format.ts'
import './ui/tokens.css'
import './ui/base.css'

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no #root')
setNumberFormatOf(window.navigator.language)
createRoot(root).render(
	<StrictMode>
		<App />
	</StrictMode>,
)
