import { fullTime } from '../format/clock-time.ts'
import { useNow } from '../order/use-now.ts'
import { useSession } from '../session/session.tsx'
import { Fact, Facts } from '../ui/facts.tsx'

/** What is signed besides the manifest: the header, as it would be now. */
export function SignedHeader({ expiresInSeconds }: { expiresInSeconds: number }) {
	const { network, networkId } = useSession().page
	const untilMs = useNow() + expiresInSeconds * 1_000
	return (
		<Facts>
			<Fact name="Network">
				<span translate="no">
					{network} ({networkId})
				</span>
			</Fact>
			<Fact name="Valid until" hint={`${expiresInSeconds} s, if you sign now`}>
				{fullTime(untilMs)}
			</Fact>
			<Fact name="Id" hint="The hash of all this">
				once you sign; your order shows it
			</Fact>
		</Facts>
	)
}
