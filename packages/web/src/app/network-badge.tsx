import { useSession } from '../session/session.tsx'

/** On which network everything is traded: always shown. */
export function NetworkBadge() {
	const { page } = useSession()
	return (
		<span className="header-network" translate="no">
			{page.isPlay && <span className="header-network-name">Local network · </span>}
			<span>{page.isPlay ? 'Play money' : page.network}</span>
		</span>
	)
}
