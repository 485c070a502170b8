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
export * from './maker/maker-api.ts'
export * from './maker/maker-client.ts'
