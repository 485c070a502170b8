export type {
	BreakerChangedWire,
	MakerBooksWire,
	MakerBookWire,
	MakerLimitsWire,
	MakerOrdersWire,
	MakerOrderWire,
	MakerPausesWire,
	MakerPauseWire,
	MakerStatsWire,
	Outcome,
	PriceBook,
	PriceLevel,
} from '@accord/protocol'
export * from './maker-api.ts'
export * from './maker-client.ts'
