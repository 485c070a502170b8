import type { ReactNode, SelectHTMLAttributes } from 'react'
import './field.css'

type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'> & {
	readonly label: string
	readonly children: ReactNode
}

/** A select with a label for screen readers only. */
export function Select({ label, children, ...rest }: SelectProps) {
	return (
		<select {...rest} className="select" aria-label={label}>
			{children}
		</select>
	)
}
