import type { ReactNode, SelectHTMLAttributes } from 'react'
import './field.css'

type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'> & { label: string; children: ReactNode }

/** One of a few, with a label that is read but not shown. */
export function Select({ label, children, ...rest }: SelectProps) {
	return (
		<select {...rest} className="select" aria-label={label}>
			{children}
		</select>
	)
}
