import { useRemoteData } from '../session/remote-data.ts'
import { useSession } from '../session/session.tsx'

const everyMs = 10_000
/** The service's own answer is taken off: a reader's slow network is not the ledger's. */
const slowMs = 1_000

/** What is wrong with the ledger or the service, below the header; nothing while all is well. */
export function HealthPill() {
	const { dex } = useSession()
	const { data: words } = useRemoteData<string | null>({
		queryKey: ['health'],
		queryFn: async () => {
			const startMs = performance.now()
			const { isReady, checks } = await dex.ready()
			const tookMs = performance.now() - startMs
			const failing = checks.find(({ ok }) => !ok)
			if (!isReady) return failing?.name === 'ledger' ? troubles.ledger : troubles.service
			if (tookMs < slowMs) return null
			const againMs = performance.now()
			await dex.live()
			return tookMs - (performance.now() - againMs) < slowMs ? null : troubles.slow
		},
		refetchInterval: everyMs,
		retry: false,
	})
	return (
		<p className="header-health" role="status">
			{words !== undefined && words !== null && <span>{words}</span>}
		</p>
	)
}

const troubles = {
	ledger: 'The ledger does not answer: orders settle when it does again',
	slow: 'The ledger answers slowly: orders take longer to settle',
	service: 'The service is in trouble: orders may be refused',
} as const
