import * as z from '#schema'
import { addressWire, decimal, timestampWire } from '../fields.ts'
import { integratorCodeWire } from '../integrator/integrator-code.ts'
import { integratorMembers } from '../integrator/integrator-report.ts'
import { list, message, request, type ValueOf } from '../message.ts'

/** A DEX that gets a share of the platform fee of its orders, without its key's secret. */
export type Integrator = ValueOf<typeof Integrator>
export const Integrator = message({
	...integratorMembers,
	keyPrefix: z.string().describe('The first characters of its key.'),
	createdAtMs: timestampWire,
	revokedAtMs: timestampWire.optional(),
})

/** An integrator that was just created: the only time its key is available. */
export type IssuedIntegrator = ValueOf<typeof IssuedIntegrator>
export const IssuedIntegrator = Integrator.extend({ apiKey: z.string().describe('Opens its report.') })

/** GET /operator/integrators. */
export const Integrators = message({ integrators: list(Integrator) }).as<readonly Integrator[]>({
	parse: ({ integrators }) => integrators,
	format: integrators => ({ integrators }),
})

/** Path parameters of one integrator. */
export const integratorPathWire = z.object({ code: integratorCodeWire })

const share = decimal.describe('More than 0, at most 1.')

/** Body of POST /operator/integrators. */
export type CreateIntegrator = ValueOf<typeof CreateIntegrator>
export const CreateIntegrator = request({ code: integratorCodeWire, account: addressWire, share })

/** Body of PUT /operator/integrators/:code: what is absent stays. */
export type SetIntegrator = ValueOf<typeof SetIntegrator>
export const SetIntegrator = request({ account: addressWire.optional(), share: share.optional() })
