import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import './dialog.css'

/** A modal dialog. The browser keeps the focus in it and restores it afterwards. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
	const id = useId()
	const dialog = useRef<HTMLDialogElement>(null)
	// Called before it is removed from the page, because only then does the browser know where the focus was.
	useLayoutEffect(() => {
		const element = dialog.current
		if (element?.open === false) element.showModal()
		return () => element?.close()
	}, [])
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, by the browser
		<dialog
			ref={dialog}
			className="dialog"
			aria-labelledby={id}
			onClose={onClose}
			onClick={event => {
				if (event.target === dialog.current) dialog.current?.close()
			}}
		>
			<div className="dialog-body">
				<div className="dialog-head">
					<h2 id={id}>{title}</h2>
					<button type="button" className="icon-button" aria-label="Close" onClick={() => dialog.current?.close()}>
						<Icon name="cross" />
					</button>
				</div>
				{children}
			</div>
		</dialog>
	)
}
