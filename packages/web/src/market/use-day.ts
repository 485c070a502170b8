import type { Pair } from '@accord/protocol'
import { useRemoteData } from '../session/remote-data.ts'
import { useSession } from '../session/session.tsx'
import { type DayFigures, dayFigures } from './day-figures.ts'

const day = { interval: '1h', limit: 24, ms: 24 * 3_600_000 } as const
const everyMs = 30_000

/** The pair's last 24 hours, null if nothing was traded; polled, because old hours leave even while nothing is traded. */
export function useDay({ base, quote }: Pair): DayFigures | null | undefined {
	const { dex } = useSession()
	return useRemoteData<DayFigures | null>({
		queryKey: ['day', base, quote],
		queryFn: async () => {
			const { candles } = await dex.candles({ base, quote }, day)
			const sinceMs = Date.now() - day.ms
			return dayFigures(candles.filter(({ startMs }) => startMs > sinceMs).toReversed()) ?? null
		},
		refetchInterval: everyMs,
	}).data
}
