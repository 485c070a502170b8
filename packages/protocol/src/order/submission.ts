import * as z from '#schema'
import { subintentIdWire } from '../fields.ts'
import { integratorCodeWire } from '../integrator/integrator-code.ts'
import { fixed, message, request, type ValueOf } from '../message.ts'

/** Body of POST /trade/orders. */
export type SubmitOrder = ValueOf<typeof SubmitOrder>
export const SubmitOrder = request({
	signedPartialTransaction: z.string().describe('What the wallet answered, in hexadecimal.'),
	/** Whose share of the platform fee the order pays. */
	integrator: integratorCodeWire.optional().describe('Whose share of the platform fee the order pays.'),
})

/**
 * Answer of POST /trade/orders, and result of platform.fills.fill: the accepted subintent id (specification,
 * Order submission result).
 */
export const SubmissionResult = message({
	success: fixed(true),
	successResponse: message({ subintentId: subintentIdWire }),
}).as({
	parse: ({ successResponse: { subintentId } }) => subintentId,
	format: subintentId => ({ successResponse: { subintentId } }),
})
