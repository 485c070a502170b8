import { Component, type ReactNode } from 'react'
import { Failed } from '../ui/states.tsx'

type Props = { readonly children: ReactNode }

/** Catches what no part of the page expected, so that the rest of it stays usable. A new view begins anew. */
export class ErrorBoundary extends Component<Props, { readonly error?: unknown }> {
	override state: { readonly error?: unknown } = {}

	static getDerivedStateFromError(error: unknown): { error: unknown } {
		return { error }
	}

	override render(): ReactNode {
		const { error } = this.state
		if (error === undefined) return this.props.children
		return <Failed title="This view has failed" error={error} onRetry={() => this.setState({ error: undefined })} />
	}
}
