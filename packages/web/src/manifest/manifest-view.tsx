import type { ReactNode } from 'react'
import { explainManifest, type Labels } from './explain-manifest.ts'
import '../ui/details.css'
import './manifest-view.css'

type ManifestViewProps = {
	readonly title: string
	readonly manifest: string
	readonly labels: Labels
	/** What is signed besides the manifest. */
	readonly children?: ReactNode
}

/** A collapsible manifest, with each instruction explained above its own text. */
export function ManifestView({ title, manifest, labels, children }: ManifestViewProps) {
	return (
		<details className="details manifest">
			<summary>{title}</summary>
			{children}
			<ol className="manifest-steps">
				{explainManifest(manifest, labels).map(({ text, explanation }, at) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: instructions have no identity but their position
					<li key={at}>
						<p>{explanation}</p>
						<pre>{text}</pre>
					</li>
				))}
			</ol>
		</details>
	)
}
