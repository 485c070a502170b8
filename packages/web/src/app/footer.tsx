import { ThemeButton } from './header.tsx'
import { formatRoute, type Route } from './route.ts'
import './footer.css'

/** Seldom needed, so it is below the first screen. */
export function Footer({ route }: { route: Route }) {
	return (
		<footer className="footer">
			<nav className="footer-nav" aria-label="More">
				<a href={formatRoute({ view: 'maker' })} aria-current={route.view === 'maker' ? 'page' : undefined}>
					For makers
				</a>
				<a href="/docs">Documentation</a>
			</nav>
			<div className="footer-theme">
				<ThemeButton />
			</div>
		</footer>
	)
}
