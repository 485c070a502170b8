import { z } from 'zod'
import { hexWire } from './primitives.ts'

/** Every message of /subintent-stream: one trade's wrapped items, the user's first (specification, Solver API). */
export const newSubintentBundleWire = z.object({
	jsonrpc: z.literal('2.0'),
	id: z.null(),
	method: z.literal('new_subintent_bundle'),
	params: z.array(hexWire).min(1),
})
export type NewSubintentBundleWire = z.infer<typeof newSubintentBundleWire>
