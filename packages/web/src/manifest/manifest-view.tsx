import { type Labels, sayManifest } from './explain-manifest.ts'
import './manifest-view.css'

type ManifestViewProps = { title: string; manifest: string; labels: Labels }

/** A manifest to be opened: each instruction as it stands, and in plain words. */
export function ManifestView({ title, manifest, labels }: ManifestViewProps) {
	return (
		<details className="manifest">
			<summary>{title}</summary>
			<ol className="manifest-steps">
				{sayManifest(manifest, labels).map(({ text, says }, at) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: instructions have no other identity than their place
					<li key={at}>
						<p>{says}</p>
						<pre>{text}</pre>
					</li>
				))}
			</ol>
		</details>
	)
}
