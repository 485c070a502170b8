import * as z from '#schema'

// In a file of its own, so that a page that sends orders does not hold the report.

/** An integrator's code, issued by the operator and sent with each of its orders. Not secret. */
export const integratorCodeWire = z
	.string()
	.regex(/^[A-Za-z0-9][\w.-]{0,63}$/, 'up to 64 letters, digits and . _ -, beginning with a letter or digit')
	.describe('The code that the operator gave the integrator.')
