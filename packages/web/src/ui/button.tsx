import type { ButtonHTMLAttributes } from 'react'
import './button.css'

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
	/** `primary` for the one next step, `caution` and `danger` for an expensive one, `quiet` for buttons next to text. */
	readonly kind?: 'primary' | 'caution' | 'danger' | 'plain' | 'quiet'
	readonly size?: 'm' | 'l'
	/** While busy, the button keeps its size and ignores clicks. */
	readonly isBusy?: boolean
}

/** A button in one of the page's styles. */
export function Button({ kind = 'plain', size = 'm', isBusy = false, disabled, children, ...rest }: ButtonProps) {
	return (
		<button
			type="button"
			{...rest}
			className={`button button-${kind} button-${size}`}
			disabled={disabled === true || isBusy}
			aria-busy={isBusy || undefined}
		>
			{isBusy && <span className="button-spinner" aria-hidden="true" />}
			{children}
		</button>
	)
}
