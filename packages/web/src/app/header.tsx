import { AccountButton } from '../account/account-button.tsx'
import { useSession } from '../session/session.tsx'
import { Icon } from '../ui/icon.tsx'
import { hasWallets } from '../wallet/wallet.ts'
import { WalletButton } from '../wallet/wallet-button.tsx'
import { HealthPill } from './health-pill.tsx'
import { NetworkBadge } from './network-badge.tsx'
import { formatRoute, mainViews, type Route, viewNames } from './route.ts'
import { type ThemeChoice, useTheme } from './theme.ts'
import './header.css'

/** Name, views, network and theme. */
export function Header({ route }: { route: Route }) {
	const { page } = useSession()
	return (
		<header className="header">
			<a className="header-brand" href="#/swap">
				<img src="/favicon.svg" alt="" width="28" height="28" />
				<span className="header-brand-name">Accord</span>
			</a>
			<nav className="header-nav" aria-label="Main">
				{mainViews.map(view => (
					<a key={view} href={formatRoute({ view })} aria-current={route.view === view ? 'page' : undefined}>
						{viewNames[view]}
					</a>
				))}
			</nav>
			<div className="header-end">
				<NetworkBadge />
				<ThemeButton />
				{hasWallets(page) ? <WalletButton /> : <AccountButton />}
			</div>
			<HealthPill />
		</header>
	)
}

const next: Readonly<Record<ThemeChoice, ThemeChoice>> = { auto: 'light', light: 'dark', dark: 'auto' }
const themeNames: Readonly<Record<ThemeChoice, string>> = { auto: 'system', light: 'light', dark: 'dark' }

export function ThemeButton() {
	const { choice, choose } = useTheme()
	const label = `Theme: ${themeNames[choice]}. Switch to ${themeNames[next[choice]]}.`
	return (
		<button
			type="button"
			className="header-theme"
			aria-label={label}
			title={label}
			onClick={() => choose(next[choice])}
		>
			<Icon name={choice} size={18} />
		</button>
	)
}
