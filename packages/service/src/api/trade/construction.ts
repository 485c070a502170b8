import {
	type ComposeWire,
	type CreatedSubintentWire,
	type CreateSubintentWire,
	composeWire,
	createSubintentWire,
	type ManifestWire,
	type ParsedOrderWire,
	type ParseOrderWire,
	parseOrderWire,
	type SignedWire,
	signWire,
} from '@accord/protocol'
import type { z } from 'zod'
import type { TradeApp } from './trade-app.ts'

type Answer<T> = Promise<T> | T

type ConstructionDeps = {
	readonly construction: {
		readonly compose: (request: ComposeWire) => Answer<ManifestWire>
		readonly parse: (request: ParseOrderWire) => Answer<ParsedOrderWire>
		readonly createSubintent: (request: CreateSubintentWire) => Answer<CreatedSubintentWire>
		readonly sign: (request: z.output<typeof signWire>) => Answer<SignedWire>
	}
}

/** POST /construction/compose, /parse, /create_subintent and /sign: conveniences that keep nothing and need no key. */
export function construction(app: TradeApp, { construction: run }: ConstructionDeps): void {
	app.post('/construction/compose', { schema: { body: composeWire } }, async ({ body }) => run.compose(body))
	app.post('/construction/parse', { schema: { body: parseOrderWire } }, async ({ body }) => run.parse(body))
	app.post('/construction/create_subintent', { schema: { body: createSubintentWire } }, async ({ body }) =>
		run.createSubintent(body),
	)
	app.post('/construction/sign', { schema: { body: signWire } }, async ({ body }) => run.sign(body))
}
